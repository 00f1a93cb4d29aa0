import {
  FAILURE_REASONS,
  type Failure,
  type Monitor,
  type MonitorState,
  wakeAt,
} from '@overdue/domain/monitor/state.ts';
import { type Cell, type Column, numberOrNull } from './column.ts';
import { requireOneOf } from './rows.ts';

interface WithState {
  readonly state: MonitorState;
}

/** A monitor's state, and the wake time to store with it. */
export interface StoredState extends WithState {
  readonly wakeAt: number | null;
}

/** Columns that each ping may change. */
const PROGRESS = {
  event_count: number(({ state }) => state.eventCount),
  run_count: number(({ state }) => state.runCount),
  last_ping_at: number(({ state }) => state.lastPingAt),
  last_start_seq: number(({ state }) => state.lastStartSeq),
  next_expected_at: number(({ state }) => state.nextExpectedAt),
  previous_expected_at: number(({ state }) => state.previousExpectedAt),
  met_until: number(({ state }) => state.metUntil),
  latest_run_expected_at: number(({ state }) => state.latestRunExpectedAt),
  missed_streak: number(({ state }) => state.missedStreak),
  failure_streak: number(({ state }) => state.failureStreak),
  success_streak: number(({ state }) => state.successStreak),
  open_runs: number(({ state }) => state.openRunCount),
  run_limit_at: number(({ state }) => state.runLimitAt),
  wake_at: { type: 'bigint', write: ({ wakeAt }: StoredState) => wakeAt },
} as const;

const STATUS = {
  paused: number(({ state }) => (state.paused ? 1 : 0)),
  reported: number(({ state }) => (state.hasReported ? 1 : 0)),
  streaks_since: number(({ state }) => state.streaksSince),
  incident_reason: text(({ state }) => state.incident?.reason ?? null),
  incident_at: number(({ state }) => state.incident?.at ?? null),
  incident_expected_at: number(({ state }) => state.incident?.expectedAt ?? null),
  incident_message: text(({ state }) => state.incident?.message ?? null),
  failure_reason: text(({ state }) => state.lastFailure?.reason ?? null),
  failure_at: number(({ state }) => state.lastFailure?.at ?? null),
  failure_expected_at: number(({ state }) => state.lastFailure?.expectedAt ?? null),
  failure_message: text(({ state }) => state.lastFailure?.message ?? null),
} as const;

type Columns = typeof PROGRESS & typeof STATUS;

/** The table has few columns, because each ping rewrites a row. */
export type MonitorStatesTable = { [Name in keyof Columns]: ReturnType<Columns[Name]['write']> } & {
  monitor_id: number;
  /** IDs of the newest rows in the monitor's linked lists of events and runs. */
  last_event_id: number | null;
  last_run_id: number | null;
  ping_notices: string | null;
};

export type StateRow = Readonly<Record<Exclude<keyof Columns, 'wake_at'>, Cell>>;

const STATUS_COLUMNS: readonly Column<WithState>[] = columnsOf(STATUS);
export const PROGRESS_COLUMNS: readonly Column<StoredState>[] = columnsOf(PROGRESS);
export const STATE_COLUMNS: readonly Column<StoredState>[] = [...PROGRESS_COLUMNS, ...STATUS_COLUMNS];

/**
 * Uses an object literal, because each ping parses a state. Building the object from a list of fields would take twice as long.
 */
export function parseState(row: StateRow): MonitorState {
  return {
    paused: Number(row.paused) === 1,
    hasReported: Number(row.reported) === 1,
    eventCount: Number(row.event_count),
    runCount: Number(row.run_count),
    lastPingAt: numberOrNull(row.last_ping_at),
    lastStartSeq: numberOrNull(row.last_start_seq),
    nextExpectedAt: numberOrNull(row.next_expected_at),
    previousExpectedAt: numberOrNull(row.previous_expected_at),
    metUntil: Number(row.met_until),
    latestRunExpectedAt: Number(row.latest_run_expected_at),
    missedStreak: Number(row.missed_streak),
    failureStreak: Number(row.failure_streak),
    successStreak: Number(row.success_streak),
    openRunCount: Number(row.open_runs),
    runLimitAt: numberOrNull(row.run_limit_at),
    streaksSince: Number(row.streaks_since),
    incident: parseFailure([
      row.incident_reason,
      row.incident_at,
      row.incident_expected_at,
      row.incident_message,
    ]),
    lastFailure: parseFailure([
      row.failure_reason,
      row.failure_at,
      row.failure_expected_at,
      row.failure_message,
    ]),
  };
}

function parseFailure([reason, at, expectedAt, message]: readonly [Cell, Cell, Cell, Cell]): Failure | null {
  if (reason === null || at === null) return null;
  return {
    reason: requireOneOf(FAILURE_REASONS, String(reason), 'monitor_states'),
    at: Number(at),
    expectedAt: numberOrNull(expectedAt),
    ...(message === null ? {} : { message: String(message) }),
  };
}

/** Whether a change affects only {@link PROGRESS_COLUMNS}. */
export function isSameStatus(a: WithState, b: WithState): boolean {
  return STATUS_COLUMNS.every(({ write }) => write(a) === write(b));
}

export function storedState(monitor: Monitor): StoredState {
  return { state: monitor.state, wakeAt: wakeAt(monitor) };
}

function columnsOf<Source>(record: Readonly<Record<string, Omit<Column<Source>, 'column'>>>) {
  return Object.entries(record).map(([column, codec]) => ({ column, ...codec }));
}

function number<Value extends number | null>(write: (source: WithState) => Value) {
  return { type: 'bigint', write } as const;
}

function text(write: (source: WithState) => string | null) {
  return { type: 'text', write } as const;
}
