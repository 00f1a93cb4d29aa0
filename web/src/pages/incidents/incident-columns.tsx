import type { Incident } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../time/moment.tsx';
import type { Column } from '../../ui/table.tsx';
import { IncidentState } from './incident-state.tsx';
import { words } from './words.ts';

/** Name of the monitor, which links to the incident. */
export const MONITOR_COLUMN: Column<Pick<Incident, 'incidentID' | 'monitor'>> = {
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
};

export const STATE_COLUMN: Column<Parameters<typeof IncidentState>[0]['incident']> = {
  key: 'state',
  title: words.columns.state,
  obvious: true,
  cell: (incident) => <IncidentState incident={incident} />,
};

export const OPENED_COLUMN: Column<Pick<Incident, 'openedAt'>> = {
  key: 'opened',
  title: words.columns.opened,
  align: 'right',
  cell: ({ openedAt }) => (
    <span className="whitespace-nowrap">
      <Moment at={openedAt} />
    </span>
  ),
};
