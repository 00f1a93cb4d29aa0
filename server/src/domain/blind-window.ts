/** A time in which the service could not receive pings. Epoch milliseconds, both ends included. */
export interface BlindWindow {
  readonly id: number;
  readonly from: number;
  readonly to: number;
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
