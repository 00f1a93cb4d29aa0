export const RUN_STATES = ['running', 'succeeded', 'failed', 'timed_out', 'missed', 'unknown'] as const;
/**
 * `running`: started, no end yet · `succeeded`, `failed`: as the job reported · `timed_out`: open longer than its limit ·
 * `missed`: an occurrence without a report by its deadline · `unknown`: can't be judged because the service was blind.
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
  /** Time at which an open run exceeds its limit, using the limit in force when the run started. */
  readonly limitAt: number | null;
  /** The blind window that hid the run, for a row that is or was `unknown`. */
  readonly blindWindowID: number | null;
  /** Streak that has counted the run, so that no run counts twice (rule 5); null if none has. */
  readonly countedAs: 'failure' | 'success' | null;
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

/** Returns when a run began: its start, else its end minus its duration, else its expected time. */
export function beganAt({ startedAt, endedAt, durationMs, expectedAt }: Run): number {
  if (startedAt !== null) return startedAt;
  if (endedAt !== null) return endedAt - (durationMs ?? 0);
  return expectedAt ?? 0;
}

/** Returns the end of a run. Without an end: infinite if the run is open, its limit if it timed out, else its start. */
export function endOfRun(run: Run): number {
  if (run.endedAt !== null) return run.endedAt;
  if (run.state === 'running') return Number.MAX_SAFE_INTEGER;
  return (run.state === 'timed_out' ? run.limitAt : null) ?? beganAt(run);
}
