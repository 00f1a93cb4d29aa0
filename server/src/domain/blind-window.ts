/** A time in which the service could not receive pings. Epoch milliseconds, both ends included. */
export interface BlindWindow {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** A gap longer than this in the service's own watch is a blind window. */
export const BLIND_AFTER_MS = 5000;

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
  const isAhead = watchedUntil > at && (isPast || watchedUntil - at <= BLIND_AFTER_MS);
  return { watchedUntil: isAhead || at === since ? watchedUntil : at, gap: null };
}

function contains(window: BlindWindow, at: number): boolean {
  return at >= window.from && at <= window.to;
}

/** The window in which an occurrence came due, or ran out of time, while nobody could see it: no report proves nothing. */
export function windowOverOccurrence(
  windows: readonly BlindWindow[],
  expectedAt: number,
  deadlineAt: number,
): BlindWindow | undefined {
  return windows.find((window) => contains(window, expectedAt) || contains(window, deadlineAt));
}

/** The window in which a run was open, so that its end may have been lost. */
export function windowOverRun(
  windows: readonly BlindWindow[],
  startedAt: number,
  deadlineAt: number,
): BlindWindow | undefined {
  return windows.find((window) => startedAt <= window.to && deadlineAt >= window.from);
}
