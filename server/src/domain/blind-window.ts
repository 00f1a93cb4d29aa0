/** A time in which the service could not receive pings. Epoch milliseconds, both ends included. */
export interface BlindWindow {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** Whether it is the gap of a quick restart: it hides nothing, and only holds deadlines for a moment. */
  readonly isBrief?: boolean;
}

/** A gap longer than this in the service's own watch is a blind window. */
export const BLIND_AFTER_MS = 5000;

/** Shortest gap before a start that counts as a quick restart. Nodes that run on are seen more often. */
const RESTART_MIN_MS = 300;
/** How long after a quick restart deadlines that passed in the gap wait for jobs that try again. */
export const RETRY_MS = 5000;

/** A time in which a process was awake and able to take pings all along. Epoch milliseconds. */
export interface WatchedTime {
  readonly since: number;
  /** The end of it, most often now. Equal to `since` when the process has only begun. */
  readonly at: number;
  /** Whether a pause came after it, before it could be said. */
  readonly isPast?: boolean;
}

/**
 * How far the service has watched when a process says that it has, and what it has not seen before that.
 *
 * A process that has only begun bridges no gap: starts that fail, one after the other, must not make an outage look shorter than
 * it was. Where processes differ by little the latest counts; a time far ahead of now was a clock gone wrong.
 */
export function extendWatched(
  watchedUntil: number,
  { since, at, isPast = false }: WatchedTime,
): { readonly watchedUntil: number; readonly gap: Omit<BlindWindow, 'id'> | null } {
  if (since - watchedUntil > BLIND_AFTER_MS)
    return { watchedUntil: at, gap: { from: watchedUntil, to: since } };
  if (at === since && since - watchedUntil > RESTART_MIN_MS)
    return { watchedUntil, gap: { from: watchedUntil, to: since, isBrief: true } };
  const isAhead = watchedUntil > at && (isPast || watchedUntil - at <= BLIND_AFTER_MS);
  return { watchedUntil: isAhead || at === since ? watchedUntil : at, gap: null };
}

function contains(window: BlindWindow, at: number): boolean {
  return at >= window.from && at <= window.to;
}

/** An occurrence is unknown if the service was blind for at least one part in so many of the time until its deadline. */
const BLIND_PART = 10;

/**
 * Returns the window that made an occurrence unknown, so that a missing report proves nothing: the service was blind at the
 * occurrence, at its deadline, or for at least a tenth of the time between them, all windows together. If several windows add
 * up to a tenth, returns the one that completed it, so that later windows don't change the result.
 *
 * @param windows in the order in which they were recorded
 */
export function windowOverOccurrence(
  windows: readonly BlindWindow[],
  expectedAt: number,
  deadlineAt: number,
): BlindWindow | undefined {
  let blindMs = 0;
  let countedUntil = expectedAt;
  return windows.find((window) => {
    if (window.isBrief === true) return false;
    if (window.to < expectedAt || window.from > deadlineAt) return false;
    if (contains(window, expectedAt) || contains(window, deadlineAt)) return true;
    // Windows can overlap if the clock was set back.
    blindMs += Math.max(0, window.to - Math.max(window.from, countedUntil));
    countedUntil = Math.max(countedUntil, window.to);
    return blindMs > 0 && blindMs * BLIND_PART >= deadlineAt - expectedAt;
  });
}

/** The window in which a run was open, so that its end may have been lost. */
export function windowOverRun(
  windows: readonly BlindWindow[],
  startedAt: number,
  deadlineAt: number,
): BlindWindow | undefined {
  return windows.find(
    (window) => window.isBrief !== true && startedAt <= window.to && deadlineAt >= window.from,
  );
}

/**
 * Returns the time at which a deadline is judged: at once, or, if it passed while the service was being restarted, a moment after
 * that, so that a job that tries again is heard first.
 */
export function judgedAt(windows: readonly BlindWindow[], deadlineAt: number): number {
  return windows.reduce(
    (at, { from, to, isBrief }) => (isBrief === true && at >= from && at <= to ? to + RETRY_MS : at),
    deadlineAt,
  );
}
