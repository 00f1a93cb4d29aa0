import type { Schedule } from './schedule/schedule.ts';

/** What is expected of a job: the part of a monitor's settings that the rules read. */
export interface Rules {
  readonly schedule: Schedule;
  /** How long a run may stay open; null means the default, see {@link maxRunMs}. */
  readonly maxRunMs: number | null;
  readonly alertAfterFailures: number;
  readonly recoverAfterSuccesses: number;
}

export const FAILURE_REASONS = ['failed', 'timed_out', 'missed'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** A failure as the explanation tells it: what happened, when it was judged, and for which occurrence or start. */
export interface Failure {
  readonly reason: FailureReason;
  readonly at: number;
  readonly expectedAt: number | null;
}

/**
 * What the rules remember of a monitor between two inputs. Times are epoch milliseconds.
 *
 * `nextExpectedAt` is the earliest occurrence that has neither a report nor a verdict; with a grace longer than the gap
 * between occurrences, later ones may have their rows already (`settledAt` is the latest occurrence that has one).
 */
export interface MonitorState {
  readonly paused: boolean;
  /** Whether a job ever reported (a `log` aside); until then nothing is awaited (rule 11). */
  readonly reported: boolean;
  readonly eventCount: number;
  readonly runCount: number;
  readonly lastPingAt: number | null;
  /** The run whose start was the monitor's last event, `log` aside: what a closing ping without a rid pairs with. */
  readonly lastStartSeq: number | null;
  readonly nextExpectedAt: number | null;
  /** The occurrence just before `nextExpectedAt`; if the monitor was given up (rule 17), the last one judged. */
  readonly previousExpectedAt: number | null;
  /** Occurrences at or before this one have their report, or were never awaited. */
  readonly metUntil: number;
  readonly settledAt: number;
  readonly missedStreak: number;
  readonly failureStreak: number;
  readonly successStreak: number;
  /** Runs in state `running`. */
  readonly openRuns: number;
  /** No open run exceeds its limit before this time; null when none is open. */
  readonly runDeadlineAt: number | null;
  /** The failure that opened the incident which is open now; its `at` is the time of going down. */
  readonly incident: Failure | null;
  readonly lastFailure: Failure | null;
}

export interface Monitor {
  readonly rules: Rules;
  readonly state: MonitorState;
}

export const STATUSES = ['new', 'up', 'late', 'failing', 'down', 'paused'] as const;
export type Status = (typeof STATUSES)[number];

/** The statuses that are stored changes; `late` is read from the time. */
export const STORED_STATUSES = [
  'new',
  'up',
  'failing',
  'down',
  'paused',
] as const satisfies readonly Status[];
export type StoredStatus = (typeof STORED_STATUSES)[number];

const HOUR_MS = 3_600_000;

export function newMonitorState(createdAt: number, paused: boolean): MonitorState {
  return {
    paused,
    reported: false,
    eventCount: 0,
    runCount: 0,
    lastPingAt: null,
    lastStartSeq: null,
    nextExpectedAt: null,
    previousExpectedAt: null,
    metUntil: createdAt,
    settledAt: 0,
    missedStreak: 0,
    failureStreak: 0,
    successStreak: 0,
    openRuns: 0,
    runDeadlineAt: null,
    incident: null,
    lastFailure: null,
  };
}

/** The limit of a run in force: the one set, else the larger of the grace and one hour. */
export function maxRunMs(rules: Rules): number {
  return rules.maxRunMs ?? Math.max(rules.schedule.graceMs, HOUR_MS);
}

export function storedStatus(state: MonitorState): StoredStatus {
  if (state.paused) return 'paused';
  if (state.incident !== null) return 'down';
  if (state.failureStreak > 0) return 'failing';
  return state.reported ? 'up' : 'new';
}

/** The status at a time (rule 14): what is stored, or `late` while an occurrence is overdue within its grace. */
export function statusAt(state: MonitorState, now: number): Status {
  const stored = storedStatus(state);
  if (stored !== 'up' && stored !== 'new') return stored;
  return state.nextExpectedAt !== null && now > state.nextExpectedAt ? 'late' : stored;
}

/** The last moment at which a report for the awaited occurrence is in time; null when nothing is awaited. */
export function deadlineAt(monitor: Monitor): number | null {
  const { nextExpectedAt } = monitor.state;
  return nextExpectedAt === null ? null : nextExpectedAt + monitor.rules.schedule.graceMs;
}

/**
 * The first millisecond at which time alone changes the monitor: an occurrence's deadline has passed, or an open run has
 * exceeded its limit. Null when only a ping or a command can change it.
 */
export function wakeAt(monitor: Monitor): number | null {
  const missed = deadlineAt(monitor);
  const stuck = monitor.state.runDeadlineAt;
  if (missed === null) return stuck === null ? null : stuck + 1;
  return (stuck === null ? missed : Math.min(missed, stuck)) + 1;
}
