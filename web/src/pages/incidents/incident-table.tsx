import type { Incident } from '@overdue/sdk';
import { formatMs } from '../../time/format-duration.ts';
import { useNow } from '../../time/ticker.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { MONITOR_COLUMN, OPENED_COLUMN, STATE_COLUMN } from './incident-columns.tsx';
import { words } from './words.ts';

interface IncidentTableProps {
  readonly incidents: readonly Incident[];
  readonly label: string;
}

export function IncidentTable({ incidents, label }: IncidentTableProps) {
  return <Table label={label} columns={COLUMNS} rows={incidents} rowKey={({ incidentID }) => incidentID} />;
}

const COLUMNS: readonly Column<Incident>[] = [
  MONITOR_COLUMN,
  {
    key: 'reason',
    title: words.columns.reason,
    obvious: true,
    cell: ({ reason }) => <span className="whitespace-nowrap">{words.reason[reason]}</span>,
  },
  STATE_COLUMN,
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
  OPENED_COLUMN,
];

export function IncidentLength({ incident }: { readonly incident: Incident }) {
  const now = useNow();
  const end = incident.closedAt === null ? now : Date.parse(incident.closedAt);
  return formatMs(end - Date.parse(incident.openedAt));
}
