import type { Attempt, Delivery } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeliveryState } from '../../channel/delivery-state.tsx';
import { NextAttempt } from '../../channel/next-attempt.tsx';
import { words } from '../../channel-form/words.ts';
import { useHasRole } from '../../data/account/account.ts';
import {
  DELIVERIES_PAGE_SIZE,
  deliveriesQuery,
  deliveryQuery,
  sendDeliveryAgain,
} from '../../data/alerts/channels.ts';
import { formatSeconds } from '../../time/format-duration.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';

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

const COLUMNS: readonly Column<Attempt>[] = [
  { key: 'at', title: text.attempt.at, cell: ({ at }) => <Moment at={at} show="seconds" /> },
  { key: 'outcome', title: text.attempt.outcome, cell: ({ outcome }) => text.attempt.outcomes[outcome] },
  {
    key: 'answer',
    title: text.attempt.answer,
    isWide: true,
    cell: ({ status, answer }) => (
      <span className="wrap-anywhere">{[status ?? '', answer].filter((part) => part !== '').join(' ')}</span>
    ),
  },
  {
    key: 'latency',
    title: text.attempt.latency,
    align: 'right',
    cell: ({ latency }) => formatSeconds(latency),
  },
];

function DeliveryAttempts({
  delivery,
  onClose,
}: {
  readonly delivery: Delivery | null;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      wide
      open={delivery !== null}
      onClose={onClose}
      title={delivery === null ? '' : text.open(delivery.title)}
    >
      {delivery === null ? null : <Opened delivery={delivery} />}
    </Dialog>
  );
}

function Opened({ delivery }: { readonly delivery: Delivery }) {
  const { data, error } = useQuery(deliveryQuery(delivery.key));
  const toast = useToast();
  const mayChange = useHasRole('member');
  const again = useMutation({
    mutationFn: () => sendDeliveryAgain(delivery.key),
    onSuccess: () => toast({ title: text.sentAgain }),
    onError: (problem) => toast({ title: messageOf(problem), kind: 'problem' }),
  });
  if (error !== null && data === undefined) return <ErrorState error={error} />;
  if (data === undefined) return <Skeleton className="my-3 h-32" />;
  const isDone = data.delivery.state !== 'waiting';
  return (
    <div className="flex flex-col gap-3 pt-3">
      {data.delivery.text.map((paragraph) => (
        <p key={paragraph} className="text-soft">
          {paragraph}
        </p>
      ))}
      <div className="rounded-md border border-line">
        <Table label={text.attempts} columns={COLUMNS} rows={data.attempts} rowKey={({ at }) => at} />
      </div>
      {isDone && mayChange ? (
        <Button className="self-end" needsService busy={again.isPending} onClick={() => again.mutate()}>
          {text.again}
        </Button>
      ) : null}
    </div>
  );
}
