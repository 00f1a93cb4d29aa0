import type { MonitorKind } from '../checks/check-result.ts';
import { isChecked, type MonitorRules } from './rules.ts';

export const FAILURE_REASONS = ['failed', 'timed_out', 'missed'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** `at`: time of the verdict. `expectedAt`: the occurrence that failed; null for a run outside the schedule. */
export interface Failure {
  readonly reason: FailureReason;
  readonly at: number;
  readonly expectedAt: number | null;
  /** Message of a failed check. Absent for the failure of a job. */
  readonly message?: string;
}

/**
 * State of a monitor between two commands. Times are epoch milliseconds. `nextExpectedAt` is the earliest occurrence without a
 * report or verdict; with a long grace, later occurrences may already have rows (`latestRunExpectedAt` is the latest).
 */
export interface MonitorState {
  readonly paused: boolean;
  /** Whether a job has ever reported (other than `log`), or a check has ended. Until then no ping is awaited (rule 11). */
  readonly hasReported: boolean;
  readonly eventCount: number;
  readonly runCount: number;
  readonly lastPingAt: number | null;
  /** The run whose start was the monitor's last event, apart from `log`. A closing ping without a rid ends this run. */
  readonly lastStartSeq: number | null;
  readonly nextExpectedAt: number | null;
  /** The occurrence before `nextExpectedAt`, or the last judged occurrence if the monitor was given up (rule 17). */
  readonly previousExpectedAt: number | null;
  /** Time up to which every occurrence has a report or was never awaited. */
  readonly metUntil: number;
  /** Latest expected time among the runs; 0 if there is none. */
  readonly latestRunExpectedAt: number;
  readonly missedStreak: number;
  /** Time of the last resume, or 0. Outcomes before this time don't count. */
  readonly streaksSince: number;
  readonly failureStreak: number;
  readonly successStreak: number;
  readonly openRunCount: number;
  /** Earliest time at which an open run can exceed its limit; null if no run is open. */
  readonly runLimitAt: number | null;
  readonly incident: Failure | null;
  readonly lastFailure: Failure | null;
}

export interface Monitor {
  readonly rules: MonitorRules;
  readonly state: MonitorState;
}

export const STATUSES = ['new', 'up', 'late', 'failing', 'down', 'paused'] as const;
export type Status = (typeof STATUSES)[number];

/** Statuses that are stored. `late` is derived from the time. */
export const STORED_STATUSES = [
  'new',
  'up',
  'failing',
  'down',
  'paused',
] as const satisfies readonly Status[];
export type StoredStatus = (typeof STORED_STATUSES)[number];

export function newMonitorState({
  kind,
  createdAt,
  paused,
}: {
  readonly kind: MonitorKind;
  readonly createdAt: number;
  readonly paused: boolean;
}): MonitorState {
  const state: MonitorState = {
    paused,
    hasReported: false,
    eventCount: 0,
    runCount: 0,
    lastPingAt: null,
    lastStartSeq: null,
    nextExpectedAt: null,
    previousExpectedAt: null,
    metUntil: createdAt,
    latestRunExpectedAt: 0,
    missedStreak: 0,
    streaksSince: 0,
    failureStreak: 0,
    successStreak: 0,
    openRunCount: 0,
    runLimitAt: null,
    incident: null,
    lastFailure: null,
  };
  return isChecked({ kind }) && !paused ? awaitAtOnce(state, createdAt) : state;
}

/** Rule 19. Awaits the first slot of a checked monitor. Later slots follow the schedule. */
export function awaitAtOnce(state: MonitorState, at: number): MonitorState {
  return { ...state, nextExpectedAt: at, previousExpectedAt: null };
}

export function storedStatus(state: MonitorState): StoredStatus {
  if (state.paused) return 'paused';
  if (state.incident !== null) return 'down';
  if (state.failureStreak > 0) return 'failing';
  return state.hasReported ? 'up' : 'new';
}

/** Parts of a monitor that determine its status. */
export interface StatusFacts {
  readonly rules: Pick<MonitorRules, 'kind'>;
  readonly state: MonitorState;
}

/** Returns the stored status, or `late` while an occurrence is overdue within its grace (rule 14). */
export function statusAt({ rules, state }: StatusFacts, now: number): Status {
  return currentStatus(storedStatus(state), { kind: rules.kind, nextExpectedAt: state.nextExpectedAt }, now);
}

/**
 * Like {@link statusAt}, for a monitor whose status at an earlier time is known. Time alone makes a monitor late. A checked monitor is
 * never late (rule 19).
 */
export function currentStatus(
  earlier: Status,
  { kind, nextExpectedAt }: { readonly kind: MonitorKind; readonly nextExpectedAt: number | null },
  now: number,
): Status {
  if (earlier !== 'up' && earlier !== 'new' && earlier !== 'late') return earlier;
  if (nextExpectedAt !== null && now > nextExpectedAt && !isChecked({ kind })) return 'late';
  return earlier === 'late' ? 'up' : earlier;
}

/** Returns the last moment at which a report for the awaited occurrence is in time; null if no occurrence is awaited. */
export function deadlineAt(monitor: Monitor): number | null {
  const { nextExpectedAt } = monitor.state;
  return nextExpectedAt === null ? null : nextExpectedAt + monitor.rules.schedule.graceMs;
}

/** Returns the first time at which a deadline of the monitor has passed; null if only a command can change the monitor. */
export function wakeAt(monitor: Monitor): number | null {
  const missed = deadlineAt(monitor);
  const stuck = monitor.state.runLimitAt;
  if (missed === null) return stuck === null ? null : stuck + 1;
  return (stuck === null ? missed : Math.min(missed, stuck)) + 1;
}
