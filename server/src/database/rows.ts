import { RUN_STATES, type Run } from '@overdue/domain/monitor/run.ts';
import { type Generated, sql } from 'kysely';
import { parseCheckResult } from './check-rows.ts';

/** Returns the word if it is in the list. Throws otherwise, because an unknown word means a damaged database. */
export function requireOneOf<T extends string>(words: readonly T[], word: string, column: string): T {
  const match = words.find((candidate) => candidate === word);
  if (match === undefined)
    throw new Error(`The database holds "${word}" in ${column}, which is not a known value.`);
  return match;
}

export function parseTexts(json: string, column: string): readonly string[] {
  if (json === '[]') return [];
  const list: unknown = JSON.parse(json);
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
  throw new Error(`The database holds ${json} in ${column}, which is not a list of texts.`);
}

/** Returns the value that `read` returns, or `otherwise` if the value is damaged, so that one row doesn't break a list. */
export function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const COUNTED = ['failure', 'success'] as const;

export interface RunsTable {
  id: Generated<number>;
  /** The monitor's previous row in the order of `seq`, which may have been pruned. */
  previous_id: number | null;
  monitor_id: number;
  seq: number;
  run_id: string;
  state: string;
  expected_at: number | null;
  started_at: number | null;
  ended_at: number | null;
  duration_ms: number | null;
  late: number;
  start_event: number | null;
  end_event: number | null;
  limit_at: number | null;
  blind_window_id: number | null;
  counted_as: string | null;
  /** JSON of a `CheckResult`; null for a run of a job, and for a slot that nobody checked. */
  check_result: string | null;
}

export type RunRow = Pick<RunsTable, 'seq' | (typeof RUN_COLUMNS)[number]>;

export function parseRun(row: RunRow): Run {
  return {
    seq: row.seq,
    runID: row.run_id,
    state: requireOneOf(RUN_STATES, row.state, 'runs.state'),
    expectedAt: row.expected_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
    late: row.late === 1,
    startEvent: row.start_event,
    endEvent: row.end_event,
    limitAt: row.limit_at,
    blindWindowID: row.blind_window_id,
    countedAs: row.counted_as === null ? null : requireOneOf(COUNTED, row.counted_as, 'runs.counted_as'),
    check: row.check_result === null ? null : parseCheckResult(row.check_result),
  };
}

/** Columns that identify a run, in the order of {@link runIdentityValues}. They rarely change, and each has an index. */
export const RUN_IDENTITY_COLUMNS = ['run_id', 'expected_at', 'blind_window_id'] as const;

export function runIdentityValues(run: Run): readonly (number | string | null)[] {
  return [run.runID, run.expectedAt, run.blindWindowID];
}

export function isSameIdentity(a: Run, b: Run): boolean {
  return a.runID === b.runID && a.expectedAt === b.expectedAt && a.blindWindowID === b.blindWindowID;
}

/** Columns that record a run's progress, in the order of {@link runProgressValues}. */
export const RUN_PROGRESS_COLUMNS = [
  'state',
  'started_at',
  'ended_at',
  'duration_ms',
  'late',
  'start_event',
  'end_event',
  'limit_at',
  'counted_as',
  'check_result',
] as const;

export function runProgressValues(run: Run): readonly (number | string | null)[] {
  return [
    run.state,
    run.startedAt,
    run.endedAt,
    run.durationMs,
    run.late ? 1 : 0,
    run.startEvent,
    run.endEvent,
    run.limitAt,
    run.countedAs,
    run.check === null ? null : JSON.stringify(run.check),
  ];
}

export const RUN_COLUMNS = [
  ...RUN_IDENTITY_COLUMNS,
  ...RUN_PROGRESS_COLUMNS,
] as const satisfies readonly (keyof RunsTable)[];

/** SQL for `beganAt` of domain/src/monitor/run.ts. Requires the alias `r` for the table of runs. */
export const BEGAN_AT = sql<number>`COALESCE(r.started_at, r.ended_at - COALESCE(r.duration_ms, 0), r.expected_at, 0)`;
