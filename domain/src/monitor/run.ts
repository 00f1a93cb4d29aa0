import type { CheckResult } from '../checks/check-result.ts';

export const RUN_STATES = ['running', 'succeeded', 'failed', 'timed_out', 'missed', 'unknown'] as const;
/**
 * `running`: the run has started but not ended · `succeeded`, `failed`: the outcome that the job reported · `timed_out`: the run
 * was open for longer than its limit · `missed`: no report arrived for the occurrence by its deadline · `unknown`: the service was
 * blind, so the run can't be judged.
 */
export type RunState = (typeof RUN_STATES)[number];

/** A run of the job, or an occurrence for which the job reported no run. Times are epoch milliseconds. */
export interface Run {
  /** Consecutive number per monitor, from 1, in order of creation. */
  readonly seq: number;
  readonly runID: string;
  readonly state: RunState;
  readonly expectedAt: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly durationMs: number | null;
  /** Whether the first report came after the occurrence's deadline, or the end after the run's limit. */
  readonly late: boolean;
  readonly startEvent: number | null;
  readonly endEvent: number | null;
  /** Time at which an open run exceeds its limit. The limit is the one in force when the run started. */
  readonly limitAt: number | null;
  /** ID of the blind window that hid the run; null unless the run's state is or was `unknown`. */
  readonly blindWindowID: number | null;
  /** Streak that the run was counted in, so that no run counts twice (rule 5); null if the run was not counted. */
  readonly countedAs: 'failure' | 'success' | null;
  /** Result of the check of a target. Null for a run of a job, and for a slot that nobody checked. */
  readonly check: CheckResult | null;
}

/** Whether no closing ping has arrived: the run is open, or was judged without a closing ping. */
export function isUnended(run: Run): boolean {
  return run.endedAt === null;
}

/** Whether the occurrence has no report, so that a late report may still take over the row (rule 10). */
export function isUnreported(run: Run): boolean {
  return (
    (run.state === 'missed' || run.state === 'unknown') && run.startedAt === null && run.endedAt === null
  );
}

/**
 * Returns when a run began. Without a reported start, returns the end minus the duration. Without an end, returns the expected
 * time.
 */
export function beganAt({ startedAt, endedAt, durationMs, expectedAt }: Run): number {
  if (startedAt !== null) return startedAt;
  if (endedAt !== null) return endedAt - (durationMs ?? 0);
  return expectedAt ?? 0;
}

/**
 * Returns when a run ended. If the run has no end, returns infinity for an open run, the limit for a run that timed out, and the
 * time at which the run began for other runs.
 */
export function endOfRun(run: Run): number {
  if (run.endedAt !== null) return run.endedAt;
  if (run.state === 'running') return Number.MAX_SAFE_INTEGER;
  return (run.state === 'timed_out' ? run.limitAt : null) ?? beganAt(run);
}
