import type { Delivery, IncidentWithFailures } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { incidentDeliveriesQuery } from '../../data/alerts/incidents.ts';
import { DeliveryState } from '../../monitor/delivery-state.tsx';
import { Moment } from '../../time/moment.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { words } from './words.ts';

const { detail } = words;

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'title', title: detail.delivery.message, wide: true, cell: ({ title }) => title },
  {
    key: 'channel',
    title: detail.delivery.channel,
    cell: ({ channel }) =>
      channel.shortID === '' ? (
        channel.name
      ) : (
        <Link
          to="/channels/$shortID"
          params={{ shortID: channel.shortID }}
          search={{ tab: 'deliveries' }}
          className="whitespace-nowrap hover:text-accent hover:underline"
        >
          {channel.name}
        </Link>
      ),
  },
  {
    key: 'state',
    title: detail.delivery.state,
    cell: ({ state }) => <DeliveryState state={state} />,
  },
  {
    key: 'at',
    title: detail.delivery.at,
    align: 'right',
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={createdAt} />
      </span>
    ),
  },
];

export function IncidentDeliveries({ incident }: { readonly incident: IncidentWithFailures }) {
  const { data } = useQuery(incidentDeliveriesQuery(incident.incidentID));
  if (data === undefined) return <Skeleton className="m-4 h-16" />;
  if (data.length === 0) return <p className="p-4 text-soft">{detail.noAlerts}</p>;
  return <Table label={detail.alerts} columns={COLUMNS} rows={data} rowKey={({ key }) => key} />;
}
