/** A period in which the service could not receive pings. Epoch milliseconds, both ends included. */
export interface BlindWindow {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** Whether the window is the gap of a quick restart. Such a window hides no occurrences; it only delays verdicts briefly. */
  readonly isRestartGap?: boolean;
}

/** Minimum gap between watched times that counts as a blind window. */
export const BLIND_AFTER_MS = 5000;

/**
 * Minimum gap of a quick restart. A gap before a process start counts as a quick restart if the gap is at least this long and at
 * most {@link BLIND_AFTER_MS}. A longer gap is a blind window.
 */
const RESTART_MIN_MS = 300;
/** How long after a quick restart to judge deadlines that passed during the restart, so that jobs can retry. */
export const RETRY_AFTER_RESTART_MS = 5000;

/** A period in which a process was awake and able to receive pings. Epoch milliseconds. */
export interface WatchedTime {
  readonly since: number;
  /** End of the period, usually now. Equal to `since` if the process has just started. */
  readonly at: number;
  /** True if the period had already ended when the process recorded it, because the process was suspended before. */
  readonly isPast?: boolean;
}

/**
 * Extends the watched time by a process's presence record, and returns the gap before the record, if any. A process that has just started
 * leaves a gap of at most 5 seconds open, so that repeated quick restarts add up to one gap. A `watchedUntil` far in the future comes from a wrong
 * clock and is replaced.
 */
export function extendWatched(
  watchedUntil: number,
  { since, at, isPast = false }: WatchedTime,
): { readonly watchedUntil: number; readonly gap: Omit<BlindWindow, 'id'> | null } {
  if (since - watchedUntil > BLIND_AFTER_MS)
    return { watchedUntil: at, gap: { from: watchedUntil, to: since } };
  if (at === since && since - watchedUntil > RESTART_MIN_MS)
    return { watchedUntil, gap: { from: watchedUntil, to: since, isRestartGap: true } };
  const isAhead = watchedUntil > at && (isPast || watchedUntil - at <= BLIND_AFTER_MS);
  return { watchedUntil: isAhead || at === since ? watchedUntil : at, gap: null };
}

function contains(window: BlindWindow, at: number): boolean {
  return at >= window.from && at <= window.to;
}

/** An occurrence is unknown if the service was blind for at least 1/BLIND_PART of the time until its deadline. */
const BLIND_PART = 10;

/**
 * Returns the window that made an occurrence unknown: the service was blind at the occurrence, at its deadline, or for a total of
 * a tenth of the time between. If only several windows together reach the tenth, returns the window that reached it.
 */
export function windowOverOccurrence(
  windows: readonly BlindWindow[],
  expectedAt: number,
  deadlineAt: number,
): BlindWindow | undefined {
  let blindMs = 0;
  let countedUntil = expectedAt;
  return windows.find((window) => {
    if (window.isRestartGap === true) return false;
    if (window.to < expectedAt || window.from > deadlineAt) return false;
    if (contains(window, expectedAt) || contains(window, deadlineAt)) return true;
    // Counts overlapping windows once. Windows can overlap if the clock was set back.
    blindMs += Math.max(0, window.to - Math.max(window.from, countedUntil));
    countedUntil = Math.max(countedUntil, window.to);
    return blindMs > 0 && blindMs * BLIND_PART >= deadlineAt - expectedAt;
  });
}

export function windowOverRun(
  windows: readonly BlindWindow[],
  startedAt: number,
  limitAt: number,
): BlindWindow | undefined {
  return windows.find(
    (window) => window.isRestartGap !== true && startedAt <= window.to && limitAt >= window.from,
  );
}

/** Returns when a deadline is judged. A deadline during a quick restart is judged later, so that the job can retry first. */
export function judgingTimeOf(windows: readonly BlindWindow[], dueAt: number): number {
  return windows.reduce(
    (at, { from, to, isRestartGap }) =>
      isRestartGap === true && at >= from && at <= to ? to + RETRY_AFTER_RESTART_MS : at,
    dueAt,
  );
}
