import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { IncidentWithFailures, MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { comparisonQuery, incidentQuery } from '../../data/alerts/incidents.ts';
import { lastRunQuery } from '../../data/runs/last-run.ts';
import { FailedLog } from '../../incident/failed-log.tsx';
import { IncidentSummary } from '../../incident/incident-summary.tsx';
import { LogComparison } from '../../incident/log-comparison.tsx';
import { words as incidentWords } from '../../incident/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useOffline } from '../../ui/window/offline.tsx';
import { LastRun } from './last-run/last-run.tsx';
import { MonitorSummary } from './summary/monitor-summary.tsx';
import { words } from './words.ts';

/** Top of a monitor's page: the open incident if the monitor is down, otherwise the verdict and the last run. */
export function MonitorOverview({ monitor }: { readonly monitor: MonitorRow }) {
  const { incident } = monitor;
  return incident === null ? (
    <>
      <MonitorSummary monitor={monitor} />
      {isNewMonitor(monitor) ? null : <LastRun monitor={monitor} />}
    </>
  ) : (
    <OpenIncident monitor={monitor} incidentID={incident.incidentID} />
  );
}

/** Whether the head is still loading, so that its height is unknown. */
export function useIsHeadLoading(monitor: MonitorRow): boolean {
  const { incident, shortID } = monitor;
  const { isLoading } = useQuery({
    ...incidentQuery(incident?.incidentID ?? ''),
    enabled: incident !== null,
  });
  const lastRun = useQuery({
    ...lastRunQuery(shortID),
    enabled: incident === null && !isNewMonitor(monitor),
  });
  return isLoading || lastRun.isLoading;
}

/** Whether the job has never reported, or no check has ended yet. */
export function isNewMonitor({ kind, status, lastPingAt }: MonitorRow): boolean {
  return isChecked({ kind }) ? status === 'new' : lastPingAt === '';
}

function OpenIncident({
  monitor,
  incidentID,
}: {
  readonly monitor: MonitorRow;
  readonly incidentID: string;
}) {
  const { data: incident, error } = useQuery(incidentQuery(incidentID));
  const isOffline = useOffline();
  if (incident === undefined && (isOffline || error !== null))
    return (
      <div className="flex flex-col gap-2">
        <MonitorSummary monitor={monitor} />
        {isOffline ? <Waiting /> : null}
      </div>
    );
  if (incident === undefined) return <Skeleton className="h-80 w-full" />;
  const { explanation, status } = monitor;
  return (
    <div className="flex flex-col gap-4">
      <IncidentSummary
        isBelowShape
        incident={{ ...incident, monitor: { ...incident.monitor, explanation, status } }}
        actions={
          <Link to="/incidents/$incidentID" params={{ incidentID }} className={buttonClass()}>
            {incidentWords.open}
          </Link>
        }
      />
      {incident.log === null ? null : <Logs incident={incident} />}
      {incident.log === null && incident.previousLog !== null ? <FailedLog incident={incident} /> : null}
      <MonitorSummary monitor={monitor} isBelowIncident />
    </div>
  );
}

/** Shows the log, and its differences from the log of the last successful run if they are informative. */
function Logs({ incident }: { readonly incident: IncidentWithFailures }) {
  const { incidentID, log } = incident;
  const { data, isPending } = useQuery(comparisonQuery(incidentID, log?.event ?? 0));
  // Waits for the comparison before showing the log, so that the log doesn't move while a user reads it.
  if (isPending) return <Skeleton className="h-60 w-full" />;
  const isDifferent = data?.outcome === 'different';
  return (
    <div className="@container">
      <div className={classNames('grid items-start gap-4', isDifferent && '@min-[48rem]:grid-cols-2')}>
        <FailedLog incident={incident} />
        {isDifferent ? <LogComparison incident={incident} /> : null}
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <p role="status" className="flex items-center gap-1.5 text-soft">
      <Icon name="refresh" className="size-3.5 shrink-0" />
      {words.incidentWaits}
    </p>
  );
}
