import type { Incident } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { formatMs } from '../../time/format-duration.ts';
import { Moment } from '../../time/moment.tsx';
import { useNow } from '../../time/ticker.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { IncidentState } from './incident-state.tsx';
import { words } from './words.ts';

interface IncidentTableProps {
  readonly incidents: readonly Incident[];
  readonly label: string;
}

export function IncidentTable({ incidents, label }: IncidentTableProps) {
  return <Table label={label} columns={COLUMNS} rows={incidents} rowKey={({ incidentID }) => incidentID} />;
}

const COLUMNS: readonly Column<Incident>[] = [
  {
    key: 'monitor',
    title: words.columns.monitor,
    wide: true,
    cell: ({ incidentID, monitor }) => (
      <Link
        to="/incidents/$incidentID"
        params={{ incidentID }}
        className="font-medium hover:text-accent hover:underline"
      >
        {monitor.name}
      </Link>
    ),
  },
  {
    key: 'reason',
    title: words.columns.reason,
    obvious: true,
    cell: ({ reason }) => <span className="whitespace-nowrap">{words.reason[reason]}</span>,
  },
  {
    key: 'state',
    title: words.columns.state,
    obvious: true,
    cell: (incident) => <IncidentState incident={incident} />,
  },
  {
    key: 'length',
    title: words.columns.length,
    align: 'right',
    cell: (incident) => (
      <span className="numeric whitespace-nowrap">
        <IncidentLength incident={incident} />
      </span>
    ),
  },
  {
    key: 'opened',
    title: words.columns.opened,
    align: 'right',
    cell: ({ openedAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={openedAt} />
      </span>
    ),
  },
];

export function IncidentLength({ incident }: { readonly incident: Incident }) {
  const now = useNow();
  const end = incident.closedAt === null ? now : Date.parse(incident.closedAt);
  return formatMs(end - Date.parse(incident.openedAt));
}
