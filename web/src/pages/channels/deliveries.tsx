import type { Delivery } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeliveryState } from '../../channel/delivery-state.tsx';
import { NextAttempt } from '../../channel/next-attempt.tsx';
import { words } from '../../channel-form/words.ts';
import { DELIVERIES_PAGE_SIZE, deliveriesQuery } from '../../data/alerts/channels.ts';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';

const { deliveries: text } = words;

export function Deliveries({ channel }: { readonly channel: string }) {
  const { data, error, refetch } = useQuery(deliveriesQuery(channel));
  const [opened, setOpened] = useState<Delivery | null>(null);
  if (error !== null && data === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton />;
  const { deliveries } = data;
  if (deliveries.length === 0) {
    return (
      <EmptyState icon="channels" title={text.empty}>
        {text.emptyText}
      </EmptyState>
    );
  }
  const columns: readonly Column<Delivery>[] = [
    {
      key: 'title',
      title: text.message,
      isWide: true,
      cell: (delivery) => (
        <button
          type="button"
          onClick={() => setOpened(delivery)}
          className="text-left font-medium hover:text-accent hover:underline"
        >
          {delivery.title}
        </button>
      ),
    },
    {
      key: 'state',
      title: text.state,
      cell: ({ state }) => <DeliveryState state={state} />,
    },
    { key: 'attempts', title: text.attempts, align: 'right', cell: ({ attempts }) => attempts },
    {
      key: 'next',
      title: text.next,
      cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? null : <NextAttempt at={nextAttemptAt} />),
    },
    {
      key: 'createdAt',
      title: text.written,
      align: 'right',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap">
          <Moment at={createdAt} />
        </span>
      ),
    },
  ];
  return (
    <>
      <Panel flush>
        <Table label={text.label} columns={columns} rows={deliveries} rowKey={({ key }) => key} />
      </Panel>
      {deliveries.length < DELIVERIES_PAGE_SIZE ? null : (
        <p className="pt-3 text-soft">{text.more(deliveries.length)}</p>
      )}
      <DeliveryAttempts delivery={opened} onClose={() => setOpened(null)} />
    </>
  );
}
