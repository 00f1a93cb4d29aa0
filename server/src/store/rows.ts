import type { Generated } from 'kysely';
import { FAILURE_REASONS, type Failure, type Monitor, type MonitorState, wakeAt } from '../domain/monitor.ts';
import { RUN_STATES, type Run } from '../domain/run.ts';

/** Throws for an unknown word, which means a damaged database. */
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

/** Returns a substitute for a damaged value, so that one row doesn't break a list. */
export function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const COUNTED = ['failure', 'success'] as const;

function parseFailure(reason: string | null, at: number | null, expectedAt: number | null): Failure | null {
  if (reason === null || at === null) return null;
  return { reason: requireOneOf(FAILURE_REASONS, reason, 'monitor_states'), at, expectedAt };
}

/** Narrow, because each ping rewrites the row. */
export interface MonitorStatesTable {
  monitor_id: number;
  paused: number;
  reported: number;
  event_count: number;
  run_count: number;
  last_ping_at: number | null;
  last_start_seq: number | null;
  next_expected_at: number | null;
  previous_expected_at: number | null;
  met_until: number;
  /** Latest expected time among the monitor's runs; 0 if no run has one. */
  settled_at: number;
  missed_streak: number;
  failure_streak: number;
  success_streak: number;
  open_runs: number;
  run_deadline_at: number | null;
  streaks_since: number;
  incident_reason: string | null;
  incident_at: number | null;
  incident_expected_at: number | null;
  failure_reason: string | null;
  failure_at: number | null;
  failure_expected_at: number | null;
  wake_at: number | null;
  /** IDs of the newest rows in the monitor's linked lists of events and runs. */
  last_event_id: number | null;
  last_run_id: number | null;
  ping_notices: string | null;
}

export type StateRow = Omit<
  MonitorStatesTable,
  'monitor_id' | 'wake_at' | 'last_event_id' | 'last_run_id' | 'ping_notices'
>;

export function parseState(row: StateRow): MonitorState {
  return {
    paused: row.paused === 1,
    reported: row.reported === 1,
    eventCount: row.event_count,
    runCount: row.run_count,
    lastPingAt: row.last_ping_at,
    lastStartSeq: row.last_start_seq,
    nextExpectedAt: row.next_expected_at,
    previousExpectedAt: row.previous_expected_at,
    metUntil: row.met_until,
    latestRunExpectedAt: row.settled_at,
    missedStreak: row.missed_streak,
    failureStreak: row.failure_streak,
    successStreak: row.success_streak,
    openRuns: row.open_runs,
    runDeadlineAt: row.run_deadline_at,
    streaksSince: row.streaks_since,
    incident: parseFailure(row.incident_reason, row.incident_at, row.incident_expected_at),
    lastFailure: parseFailure(row.failure_reason, row.failure_at, row.failure_expected_at),
  };
}

/** State columns that each ping may change, in the order of {@link progressValues}. */
export const PROGRESS_COLUMNS = [
  'event_count',
  'run_count',
  'last_ping_at',
  'last_start_seq',
  'next_expected_at',
  'previous_expected_at',
  'met_until',
  'settled_at',
  'missed_streak',
  'failure_streak',
  'success_streak',
  'open_runs',
  'run_deadline_at',
  'wake_at',
] as const satisfies readonly (keyof MonitorStatesTable)[];

export function progressValues(monitor: Monitor): (number | null)[] {
  const { state } = monitor;
  return [
    state.eventCount,
    state.runCount,
    state.lastPingAt,
    state.lastStartSeq,
    state.nextExpectedAt,
    state.previousExpectedAt,
    state.metUntil,
    state.latestRunExpectedAt,
    state.missedStreak,
    state.failureStreak,
    state.successStreak,
    state.openRuns,
    state.runDeadlineAt,
    wakeAt(monitor),
  ];
}

export const STATUS_COLUMNS = [
  'paused',
  'reported',
  'streaks_since',
  'incident_reason',
  'incident_at',
  'incident_expected_at',
  'failure_reason',
  'failure_at',
  'failure_expected_at',
] as const satisfies readonly (keyof MonitorStatesTable)[];

export function statusValues({ state }: Monitor): (number | string | null)[] {
  const { incident, lastFailure } = state;
  return [
    state.paused ? 1 : 0,
    state.reported ? 1 : 0,
    state.streaksSince,
    incident === null ? null : incident.reason,
    incident === null ? null : incident.at,
    incident === null ? null : incident.expectedAt,
    lastFailure === null ? null : lastFailure.reason,
    lastFailure === null ? null : lastFailure.at,
    lastFailure === null ? null : lastFailure.expectedAt,
  ];
}

export const STATE_COLUMNS = [...PROGRESS_COLUMNS, ...STATUS_COLUMNS] as const;

export function stateValues(monitor: Monitor): (number | string | null)[] {
  return [...progressValues(monitor), ...statusValues(monitor)];
}

export function isSameStatus({ state: a }: Monitor, { state: b }: Monitor): boolean {
  return (
    a.paused === b.paused &&
    a.reported === b.reported &&
    a.streaksSince === b.streaksSince &&
    a.incident === b.incident &&
    a.lastFailure === b.lastFailure
  );
}

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
  deadline_at: number | null;
  blind_window_id: number | null;
  counted: string | null;
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
    deadlineAt: row.deadline_at,
    blindWindowID: row.blind_window_id,
    counted: row.counted === null ? null : requireOneOf(COUNTED, row.counted, 'runs.counted'),
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
  'deadline_at',
  'counted',
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
    run.deadlineAt,
    run.counted,
  ];
}

export const RUN_COLUMNS = [
  ...RUN_IDENTITY_COLUMNS,
  ...RUN_PROGRESS_COLUMNS,
] as const satisfies readonly (keyof RunsTable)[];
