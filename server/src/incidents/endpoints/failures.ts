import type { Run, RunState } from '@overdue/domain/monitor/run.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor/state.ts';
import type { MonitorStore } from '../../monitors/contract.ts';
import type { IncidentRecord, IncidentStore } from '../contract.ts';

/** Maximum failed runs of an incident in a response. */
export const FAILURES_MAX = 100;
/** Maximum runs to search for the failures in a row that led to an incident. */
const LEADING_RUNS_MAX = 100;

const FAILED: readonly RunState[] = FAILURE_REASONS;

type FailureStore = Pick<IncidentStore, 'listFailures' | 'listIncidents'> & Pick<MonitorStore, 'listRuns'>;

/**
 * Returns the failed runs of an incident, oldest first. If the monitor goes down only after several failures in a row, starts
 * with the failures that led to the incident.
 */
export async function listIncidentFailures(
  store: FailureStore,
  incident: IncidentRecord,
): Promise<readonly Run[]> {
  const leading = await listLeadingFailures(store, incident);
  return [...leading, ...(await store.listFailures(incident, FAILURES_MAX - leading.length))];
}

async function listLeadingFailures(
  store: FailureStore,
  { id, teamID, monitorID, runSeq, monitor }: IncidentRecord,
): Promise<readonly Run[]> {
  if (runSeq === null) return [];
  const [earlier] = await store.listIncidents(teamID, {
    monitorShortID: monitor.shortID,
    before: id,
    limit: 1,
  });
  const runs = await store.listRuns(monitorID, { before: runSeq, limit: LEADING_RUNS_MAX });
  const lastSuccess = runs.findIndex(
    (run) => run.state === 'succeeded' || timeOf(run) <= (earlier?.closedAt ?? 0),
  );
  const streak = lastSuccess === -1 ? runs : runs.slice(0, lastSuccess);
  // Runs with an unknown outcome neither count nor end a streak.
  return streak
    .filter(({ state }) => FAILED.includes(state))
    .slice(0, FAILURES_MAX / 2)
    .toReversed();
}

function timeOf({ endedAt, expectedAt, startedAt }: Run): number {
  return endedAt ?? expectedAt ?? startedAt ?? 0;
}
