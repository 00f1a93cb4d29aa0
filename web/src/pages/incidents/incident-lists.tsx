import type { Incident } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../data/account/account.ts';
import { type MonitorFilter, openIncidentsOf } from '../../data/alerts/incidents.ts';
import { formatDay } from '../../time/format-time.ts';
import { useNow } from '../../time/ticker.ts';
import { ownZone } from '../../time/zone.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectionToolbar } from '../../ui/selection/selection-toolbar.tsx';
import { EmptyState, TableSkeleton } from '../../ui/states.tsx';
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
import { isUnacknowledged, sortByUrgency } from './urgency.ts';
import { type IncidentSelection, useIncidentSelection } from './use-incident-selection.ts';
import { words } from './words.ts';

interface OpenFirstProps {
  readonly ended: readonly Incident[];
  readonly filter: MonitorFilter;
  readonly isFiltered: boolean;
}

/** Open incidents, the most urgent first, above ended incidents. */
export function OpenFirst({ ended, filter, isFiltered }: OpenFirstProps) {
  const { data: open } = useQuery(openIncidentsOf(filter));
  if (open === undefined) return <TableSkeleton />;
  if (open.incidents.length === 0)
    return (
      <FoundIncidents
        incidents={ended}
        emptyText={isFiltered ? words.empty.filtered : words.empty.all}
        byEnd
      />
    );
  return (
    <div className="flex flex-col gap-4 2xl:grid 2xl:auto-cols-fr 2xl:grid-flow-col 2xl:items-start">
      <OpenPanel incidents={open.incidents} isCut={open.nextCursor !== null} />
      {ended.length === 0 ? null : (
        <Panel title={words.ended} flush>
          <IncidentTable incidents={ended} label={words.ended} byEnd />
        </Panel>
      )}
    </div>
  );
}

interface OpenPanelProps {
  readonly incidents: readonly Incident[];
  /** Whether there are more open incidents. */
  readonly isCut: boolean;
}

function OpenPanel({ incidents, isCut }: OpenPanelProps) {
  const sorted = sortByUrgency(incidents);
  const selection = useIncidentSelection(sorted);
  const mayAcknowledge = useHasRole('member');
  return (
    <div>
      <Panel
        title={words.open}
        flush
        actions={mayAcknowledge ? <AcknowledgeAll selection={selection} /> : null}
      >
        <IncidentTable incidents={sorted} label={words.open} byEnd={false} selection={selection} />
        {isCut ? (
          <p className="p-4">
            <Link
              to="/incidents"
              search={(before) => ({ ...before, state: 'open' })}
              className={buttonClass()}
            >
              {words.allOpen}
            </Link>
          </p>
        ) : null}
      </Panel>
      <SelectionBar selection={selection} />
    </div>
  );
}

interface FoundIncidentsProps {
  readonly incidents: readonly Incident[];
  readonly emptyText: string;
  readonly byEnd: boolean;
}

export function FoundIncidents({ incidents, emptyText, byEnd }: FoundIncidentsProps) {
  const selection = useIncidentSelection(incidents);
  return (
    <div>
      <Panel flush>
        {incidents.length === 0 ? (
          <EmptyState icon="check" title={words.empty.title}>
            {emptyText}
          </EmptyState>
        ) : (
          <IncidentTable
            incidents={incidents}
            label={words.title}
            byEnd={byEnd}
            selection={byEnd ? undefined : selection}
          />
        )}
      </Panel>
      <SelectionBar selection={selection} />
    </div>
  );
}

interface IncidentTableProps {
  readonly incidents: readonly Incident[];
  readonly label: string;
  /** Whether the incidents are sorted by end time. */
  readonly byEnd: boolean;
  /** Absent if the incidents can't be selected. */
  readonly selection?: IncidentSelection | undefined;
}

function IncidentTable({ incidents, label, byEnd, selection }: IncidentTableProps) {
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

const text = words.selection;

/** Actions for the selected incidents. */
function SelectionBar({ selection }: { readonly selection: IncidentSelection }) {
  const { selected, acknowledge, clear, isPending } = selection;
  if (selected.length === 0) return null;
  return (
    <SelectionToolbar
      label={text.bar}
      count={text.selected(selected.length)}
      clearLabel={text.clear}
      onClear={clear}
    >
      <Button
        variant="plain"
        needsService
        busy={isPending}
        data-acknowledge-selection=""
        onClick={() => void acknowledge(selected)}
      >
        <Icon name="check" />
        {text.acknowledge}
      </Button>
    </SelectionToolbar>
  );
}

/**
 * Button that acknowledges all incidents of a list. Renders nothing if incidents are selected, or if fewer than two can be
 * acknowledged.
 */
function AcknowledgeAll({ selection }: { readonly selection: IncidentSelection }) {
  const { choices, selected, acknowledge, isPending } = selection;
  if (choices.length < 2 || selected.length > 0) return null;
  return (
    <Button needsService busy={isPending} onClick={() => void acknowledge(choices)}>
      <Icon name="check" />
      {text.acknowledgeAll(choices.length)}
    </Button>
  );
}
