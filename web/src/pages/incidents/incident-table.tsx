import type { Incident } from '@overdue/sdk';
import { useHasRole } from '../../data/account/account.ts';
import { formatDay } from '../../time/format-time.ts';
import { useNow } from '../../time/ticker.ts';
import { ownZone } from '../../time/zone.ts';
import { type Column, Table } from '../../ui/table.tsx';
import {
  ACKNOWLEDGE_COLUMN,
  ACKNOWLEDGED_COLUMN,
  ENDED_COLUMN,
  LENGTH_COLUMN,
  MONITOR_COLUMN,
  OPENED_COLUMN,
  REASON_COLUMN,
  STATE_COLUMN,
  selectionColumn,
} from './incident-columns.tsx';
import { isUnacknowledged } from './urgency.ts';
import type { IncidentSelection } from './use-incident-selection.ts';

interface IncidentTableProps {
  readonly incidents: readonly Incident[];
  readonly label: string;
  /** Whether the incidents are sorted by end time. */
  readonly byEnd: boolean;
  /** Absent if the incidents can't be selected. */
  readonly selection?: IncidentSelection | undefined;
}

export function IncidentTable({ incidents, label, byEnd, selection }: IncidentTableProps) {
  const mayAcknowledge = useHasRole('member');
  const now = useNow();
  const columns: readonly Column<Incident>[] = [
    ...(mayAcknowledge && selection !== undefined && selection.choices.length > 0
      ? [selectionColumn(selection)]
      : []),
    ...COLUMNS,
    // The column is omitted if no incident was acknowledged.
    ...(incidents.some(({ acknowledgedBy }) => acknowledgedBy !== null) ? [ACKNOWLEDGED_COLUMN] : []),
    LENGTH_COLUMN,
    byEnd ? ENDED_COLUMN : OPENED_COLUMN,
    ...(mayAcknowledge && incidents.some(isUnacknowledged) ? [ACKNOWLEDGE_COLUMN] : []),
  ];
  return (
    <Table
      label={label}
      columns={columns}
      rows={incidents}
      rowKey={({ incidentID }) => incidentID}
      groupOf={
        byEnd
          ? ({ closedAt }) => (closedAt === null ? '' : formatDay(Date.parse(closedAt), ownZone(), now))
          : undefined
      }
    />
  );
}

const COLUMNS: readonly Column<Incident>[] = [
  { ...MONITOR_COLUMN, share: 'w-1/2' },
  STATE_COLUMN,
  REASON_COLUMN,
];
