/** The only source of time. Passed in, so that tests and simulations control it. */
export interface Clock {
  /** Wall clock in epoch milliseconds. */
  now(): number;
  /** Monotonic clock for measuring, in milliseconds from an arbitrary start. */
  monotonic(): number;
  /** Calls back once after a delay. Returns a function that cancels the call. */
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

/** Monotonic clock in nanoseconds. Unlike {@link Clock.monotonic}, all threads of the process count from the same start. */
export function monotonicOfAllThreads(): bigint {
  return process.hrtime.bigint();
}

export function processStartedAt(): number {
  return performance.timeOrigin;
}

/** A clock whose wall time can be corrected. The correction affects neither delays nor the monotonic clock. */
export interface AdjustableClock extends Clock {
  machineTime(): number;
  /** Correction in milliseconds; initially 0. */
  correction(): number;
  correct(byMs: number): void;
}

export function createAdjustableClock(clock: Clock): AdjustableClock {
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
