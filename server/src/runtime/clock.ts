/** The only source of time. Injected everywhere, so that tests and simulations move it. */
export interface Clock {
  /** The wall clock: epoch milliseconds. */
  now(): number;
  /** A clock that never jumps, for measuring; milliseconds from an arbitrary start. */
  monotonic(): number;
  /** Calls back once after a delay; returns what cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

const TIMER_MS_MAX = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), TIMER_MS_MAX));
    return () => clearTimeout(timer);
  },
};

/** Start time of this process, in epoch milliseconds. */
export function processStartedAt(): number {
  return performance.timeOrigin;
}

/** A clock whose wall time can be corrected. Delays and the monotonic clock go on as they are. */
export interface AdjustableClock extends Clock {
  /** What the machine itself says, without the correction. */
  machineTime(): number;
  /** What is added to that, in milliseconds; 0 at first. */
  correction(): number;
  correct(byMs: number): void;
}

export function adjustable(clock: Clock): AdjustableClock {
  let correctionMs = 0;
  return {
    ...clock,
    now: () => clock.now() + correctionMs,
    machineTime: () => clock.now(),
    correction: () => correctionMs,
    correct(byMs) {
      correctionMs = byMs;
    },
  };
}
