import { tailOf } from '@overdue/domain/logs/log-tail.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor-state.ts';
import type { Run, RunState } from '@overdue/domain/run.ts';
import { writeTimeOrNull } from '../../api/times.ts';
import type { MonitorStore } from '../../monitors/contract.ts';
import type { IncidentRecord, IncidentStore } from '../contract.ts';

const FAILED: readonly RunState[] = FAILURE_REASONS;
/** Maximum bodies that one query looks for. */
const BODIES_MAX = 1000;
/** Maximum failed runs of an ended incident to search for a log. */
const FAILURES_SEARCHED_MAX = 1000;
/** Maximum runs to search for a log, or for the last successful run. */
export const RUNS_SEARCHED_MAX = 200;
/** Maximum events searched for the progress reports of a run that never ended. */
export const EVENTS_SEARCHED_MAX = 50;
/** Maximum runs that never ended whose progress reports are searched. */
const UNENDED_RUNS_MAX = 5;

type LogStore = Pick<MonitorStore, 'findEventBody' | 'findNewestBody' | 'listEvents' | 'listRuns'> &
  Pick<IncidentStore, 'listFailures'>;

/** A run with its log. */
export interface LoggedRun {
  readonly run: Run;
  readonly event: number;
  readonly text: string;
}

/**
 * Returns an incident's newest failed run with a log, whatever failed later without a log. `failures` are the oldest failed runs of the
 * incident, with the failures that led to the incident.
 */
export async function findFailedLog(
  store: LogStore,
  incident: IncidentRecord,
  failures: readonly Run[],
): Promise<LoggedRun | null> {
  const { monitorID } = incident;
  const runs = [...failures, ...(await listNewestFailures(store, incident))];
  const log = await findNewestLog(store, monitorID, runs);
  const unended = runs
    .filter((run) => run.startEvent !== null && run.endEvent === null && run.seq > (log?.run.seq ?? -1))
    .toSorted((a, b) => b.seq - a.seq);
  for (const run of unended.slice(0, UNENDED_RUNS_MAX)) {
    const progress = await readProgress(store, monitorID, run);
    if (progress !== null) return progress;
  }
  return log;
}

/** Returns the last run with a log before an incident; null if there is none. */
export async function findPreviousLog(
  store: LogStore,
  { monitorID, runSeq }: IncidentRecord,
): Promise<LoggedRun | null> {
  if (runSeq === null) return null;
  const runs = await store.listRuns(monitorID, { before: runSeq, limit: RUNS_SEARCHED_MAX });
  return await findNewestLog(
    store,
    monitorID,
    runs.filter(({ endEvent }) => endEvent !== null),
  );
}

/** Searches the newest runs before a given run. Returns the latest run that succeeded and sent a log; null if there is none. */
export async function findEarlierSuccess(
  store: LogStore,
  monitorID: number,
  { seq }: Run,
): Promise<LoggedRun | null> {
  const runs = await store.listRuns(monitorID, { before: seq, limit: RUNS_SEARCHED_MAX });
  return await findNewestLog(
    store,
    monitorID,
    runs.filter(({ state }) => state === 'succeeded'),
  );
}

async function listNewestFailures(store: LogStore, incident: IncidentRecord): Promise<readonly Run[]> {
  const { monitorID, runSeq, closedAt } = incident;
  if (runSeq === null) return [];
  if (closedAt !== null) return await store.listFailures(incident, FAILURES_SEARCHED_MAX);
  const newest = await store.listRuns(monitorID, { limit: RUNS_SEARCHED_MAX });
  return newest.filter(({ seq, state }) => seq >= runSeq && FAILED.includes(state));
}

async function findNewestLog(
  store: LogStore,
  monitorID: number,
  runs: readonly Run[],
): Promise<LoggedRun | null> {
  const runOf = new Map(
    runs.flatMap((run) => [run.startEvent, run.endEvent].map((event) => [event, run] as const)),
  );
  const numbers = [...runOf.keys()].filter((event) => event !== null);
  const newest = await store.findNewestBody(
    monitorID,
    numbers.toSorted((a, b) => b - a).slice(0, BODIES_MAX),
  );
  const run = newest === null ? undefined : runOf.get(newest.number);
  if (newest === null || run === undefined) return null;
  return { run, event: newest.number, text: new TextDecoder().decode(newest.body) };
}

/** Reads the newest of the first progress reports of a run. */
async function readProgress(store: LogStore, monitorID: number, run: Run): Promise<LoggedRun | null> {
  if (run.startEvent === null) return null;
  const events = await store.listEvents(monitorID, {
    before: run.startEvent + EVENTS_SEARCHED_MAX + 1,
    limit: EVENTS_SEARCHED_MAX,
  });
  const report = events.find(({ runID, bodySize }) => runID === run.runID && bodySize > 0);
  const body = report === undefined ? null : await store.findEventBody(monitorID, report.number);
  if (report === undefined || body === null) return null;
  return { run, event: report.number, text: new TextDecoder().decode(body) };
}

export function writeLoggedRun({ run, event }: Pick<LoggedRun, 'run' | 'event'>) {
  const { runID, state, expectedAt, startedAt, endedAt } = run;
  return {
    runID,
    state,
    event,
    expectedAt: writeTimeOrNull(expectedAt),
    at: writeTimeOrNull(endedAt ?? startedAt ?? expectedAt),
  };
}

export function writeLog(log: LoggedRun | null) {
  return log === null ? null : { ...writeLoggedRun(log), ...tailOf(log.text) };
}
