import { DIFF_KINDS, DIFF_OUTCOMES, LINES_MAX, SHOWN_MAX } from '@overdue/domain/logs/log-diff.ts';
import { TAIL_LINES_MAX, tailOf } from '@overdue/domain/logs/log-tail.ts';
import { RUN_STATES, type Run, type RunState } from '@overdue/domain/monitor/run.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor/state.ts';
import { z } from 'zod';
import { timeOutput } from '../../api/schemas.ts';
import { writeTimeOrNull } from '../../api/times.ts';
import type { MonitorStore } from '../../monitors/contract.ts';
import type { IncidentRecord, IncidentStore } from '../contract.ts';

const FAILED: readonly RunState[] = FAILURE_REASONS;
/** Maximum bodies that one query looks for. */
const BODIES_MAX = 1000;
/** Maximum failed runs of an ended incident to search for a log. */
const FAILURES_SEARCHED_MAX = 1000;
/** Maximum runs to search for a log, or for the last successful run. */
const RUNS_SEARCHED_MAX = 200;
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

const loggedRunFields = {
  runID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b71' }),
  state: z.enum(RUN_STATES).meta({ description: 'Outcome of the run.', example: 'failed' }),
  event: z.int().meta({ description: 'Number of the event with the log.', example: 412 }),
  expectedAt: timeOutput(
    'When the schedule expected the run; null for a run outside the schedule.',
    '2026-11-20T00:00:00.000Z',
  ).nullable(),
  at: timeOutput('When the run ended, or else started.', '2026-11-20T00:03:08.732Z').nullable(),
};

const loggedRun = z.object(loggedRunFields).meta({ id: 'LoggedRun', description: 'A run that sent a log.' });

export const incidentLog = z
  .object({
    ...loggedRunFields,
    text: z.string().meta({
      description: `The last lines as the job sent them, with terminal colours. At most ${TAIL_LINES_MAX} lines.`,
      example: 'pg_dump: dumping contents of table "public.orders"\npg_dump: error: No space left on device',
    }),
    errorLines: z.array(z.int()).meta({
      description: 'Lines of `text` that probably name the problem, counted from 0.',
      example: [1],
    }),
    isCut: z.boolean().meta({ description: 'Whether the log has earlier lines.', example: true }),
  })
  .meta({ id: 'IncidentLog', description: 'The end of the log of the last failed run that sent one.' });

const diffLine = z
  .object({
    kind: z.enum(DIFF_KINDS).meta({
      description:
        '`same`: in both logs. `added`: only in the log of the failed run. `removed`: only in the log of the successful run. ' +
        '`skipped`: stands for `count` lines that are in both logs.',
      example: 'added',
    }),
    text: z.string().meta({
      description: 'The line without colours; empty if `skipped`.',
      example: 'pg_dump: error: No space left on device',
    }),
    count: z.int().meta({ description: 'Number of lines.', example: 1 }),
  })
  .meta({ id: 'LogDiffLine' });

export const logComparison = z
  .object({
    failed: loggedRun.nullable().meta({ description: 'The failed run; null if none has sent a log.' }),
    succeeded: loggedRun
      .nullable()
      .meta({ description: 'The last successful run before the failed one; null if none has sent a log.' }),
    outcome: z.enum([...DIFF_OUTCOMES, 'no_log']).meta({
      description:
        '`same`: the logs differ only in times and other changing parts. `too_different`: most lines differ. `no_log`: one of the ' +
        'logs is missing.',
      example: 'different',
    }),
    lines: z
      .array(diffLine)
      .meta({ description: `The differences with surrounding lines, at most ${SHOWN_MAX} lines.` }),
    isCut: z.boolean().meta({
      description: `Whether the list of differences is incomplete, or the logs are longer than the ${LINES_MAX.toLocaleString('en')} lines compared.`,
      example: false,
    }),
  })
  .meta({
    id: 'LogComparison',
    description:
      'The log of a failed run compared with that of the last successful run. Times, durations, process IDs, random IDs, hashes ' +
      'and temporary paths are ignored.',
  });
