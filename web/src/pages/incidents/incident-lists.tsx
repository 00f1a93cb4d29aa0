import type { Incident } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../data/account/account.ts';
import { type MonitorFilter, openIncidentsOf } from '../../data/alerts/incidents.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, TableSkeleton } from '../../ui/states.tsx';
import { IncidentTable } from './incident-table.tsx';
import { AcknowledgeAll, SelectionBar } from './selection-bar.tsx';
import { sortByUrgency } from './urgency.ts';
import { useIncidentSelection } from './use-incident-selection.ts';
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
