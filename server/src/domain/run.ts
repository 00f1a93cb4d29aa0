export const RUN_STATES = ['running', 'succeeded', 'failed', 'timed_out', 'missed', 'unknown'] as const;
/**
 * `running` reported a start and no end · `succeeded` and `failed` as the job said · `timed_out` open longer than its
 * limit · `missed` an occurrence whose deadline passed with no report · `unknown` could not be judged, since the service
 * itself was blind.
 */
export type RunState = (typeof RUN_STATES)[number];

/** One row of the ledger: a run of the job, or an occurrence at which nothing ran. Times are epoch milliseconds. */
export interface Run {
  /** 1, 2, 3… per monitor, in the order in which the rows came to be. */
  readonly seq: number;
  readonly runID: string;
  readonly state: RunState;
  /** The occurrence that it belongs to; null for a run outside the schedule. */
  readonly expectedAt: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Null when nothing was measured. */
  readonly durationMs: number | null;
  /** Its first report came after the occurrence's deadline, or its end after the run's limit. */
  readonly late: boolean;
  readonly startEvent: number | null;
  readonly endEvent: number | null;
  /** When it will have been open too long: the limit that was in force when it started. */
  readonly deadlineAt: number | null;
  /** The blind window that hid it, for a row that is or was `unknown`. */
  readonly blindWindowID: number | null;
  /** How the streaks have counted it, so that no run counts twice (rule 5). */
  readonly counted: 'failure' | 'success' | null;
}

/** No closing ping has come: the run is open, or a verdict was made without one. */
export function isUnended(run: Run): boolean {
  return run.endedAt === null;
}

/** Nobody reported for this occurrence, so a late report may still take the row over (rule 10). */
export function isUnreported(run: Run): boolean {
  return (
    (run.state === 'missed' || run.state === 'unknown') && run.startedAt === null && run.endedAt === null
  );
}

/** When a run began, as far as is known: its start, else its end less what it took, else when it was expected. */
export function beganAt({ startedAt, endedAt, durationMs, expectedAt }: Run): number {
  if (startedAt !== null) return startedAt;
  if (endedAt !== null) return endedAt - (durationMs ?? 0);
  return expectedAt ?? 0;
}

/** Until when a run took, as far as is known: for one that is open, for ever; one that timed out, until its limit. */
export function tookUntil(run: Run): number {
  if (run.endedAt !== null) return run.endedAt;
  if (run.state === 'running') return Number.MAX_SAFE_INTEGER;
  return (run.state === 'timed_out' ? run.deadlineAt : null) ?? beganAt(run);
}
