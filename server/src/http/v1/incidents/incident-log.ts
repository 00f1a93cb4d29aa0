import { tailOf } from '../../../domain/logs/log-tail.ts';
import type { Run } from '../../../domain/run.ts';
import type { IncidentRecord } from '../../../store/incidents/contract.ts';
import type { MonitorStore } from '../../../store/monitors/contract.ts';
import { writeTimeOrNull } from '../api/times.ts';

/** Maximum runs to search for a log. Several are searched, because some runs send no log. */
export const LOGS_TRIED_MAX = 5;
/** Maximum events searched for the progress reports of a run that never ended. */
export const EVENTS_SEARCHED_MAX = 50;
/** Maximum runs to search for the last successful run. */
export const RUNS_SEARCHED_MAX = 200;

type LogStore = Pick<MonitorStore, 'findEventBody' | 'listEvents' | 'listRuns'>;

/** A run with its log. */
export interface LoggedRun {
  readonly run: Run;
  readonly event: number;
  readonly text: string;
}

/** Returns an incident's newest failed run with a log. */
export async function findFailedLog(
  store: LogStore,
  { monitorID }: IncidentRecord,
  failures: readonly Run[],
): Promise<LoggedRun | null> {
  for (const run of failures.toReversed().slice(0, LOGS_TRIED_MAX)) {
    const log = (await readLog(store, monitorID, run)) ?? (await readProgress(store, monitorID, run));
    if (log !== null) return log;
  }
  return null;
}

/** Returns the last run with a log before an incident; null if there is none. */
export async function findPreviousLog(
  store: LogStore,
  { monitorID, runSeq }: IncidentRecord,
): Promise<LoggedRun | null> {
  if (runSeq === null) return null;
  const runs = await store.listRuns(monitorID, { before: runSeq, limit: RUNS_SEARCHED_MAX });
  for (const run of runs.filter(({ endEvent }) => endEvent !== null).slice(0, LOGS_TRIED_MAX)) {
    const log = await readLog(store, monitorID, run);
    if (log !== null) return log;
  }
  return null;
}

/** Searches the newest runs before a given run. Returns the latest run that succeeded and sent a log; null if there is none. */
export async function findEarlierSuccess(
  store: LogStore,
  monitorID: number,
  { seq }: Run,
): Promise<LoggedRun | null> {
  const runs = await store.listRuns(monitorID, { before: seq, limit: RUNS_SEARCHED_MAX });
  for (const run of runs.filter(({ state }) => state === 'succeeded').slice(0, LOGS_TRIED_MAX)) {
    const log = await readLog(store, monitorID, run);
    if (log !== null) return log;
  }
  return null;
}

async function readLog(store: LogStore, monitorID: number, run: Run): Promise<LoggedRun | null> {
  for (const event of [run.endEvent, run.startEvent]) {
    const body = event === null ? null : await store.findEventBody(monitorID, event);
    if (event !== null && body !== null) return { run, event, text: new TextDecoder().decode(body) };
  }
  return null;
}

async function readProgress(store: LogStore, monitorID: number, run: Run): Promise<LoggedRun | null> {
  if (run.startEvent === null) return null;
  const events = await store.listEvents(monitorID, { limit: EVENTS_SEARCHED_MAX });
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
