import { uptime } from 'node:os';

/** The only source of time. Passed in, so that tests and simulations control it. */
export interface Clock {
  /** Wall clock in epoch milliseconds. */
  now(): number;
  /** Monotonic clock for measuring, in milliseconds from an arbitrary start. */
  monotonic(): number;
  /**
   * Time since the machine started, in milliseconds. Includes suspensions, unlike the monotonic clock, and no changes of the wall
   * clock. Absent: every jump of the wall clock counts as a suspension.
   */
  sinceBoot?(): number;
  /** Calls back once after a delay. Returns a function that cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

const TIMER_MS_MAX = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sinceBoot: () => 1000 * uptime(),
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

/**
 * A clock whose wall time can be corrected. The correction affects neither delays nor the monotonic clock. Once corrected, the clock
 * ignores steps of the machine's wall clock until the next correction, because pings must keep their order while the database,
 * whose clock counts, can't be reached. A suspension is no step.
 */
export interface AdjustableClock extends Clock {
  machineTime(): number;
  /** Correction in milliseconds; initially 0. */
  correction(): number;
  correct(byMs: number): void;
  /** Calls back when a step was ignored, so that the correction is measured again. */
  onStep(listener: () => void): void;
}

/** Minimum step of the wall clock that is ignored. Smaller ones are left to the next correction. */
const STEP_MS_MIN = 1000;

export function createAdjustableClock(clock: Clock): AdjustableClock {
  let correctionMs = 0;
  let notify = (): void => {};
  /** At the last reading: the wall clock minus the monotonic clock. Null before the first correction. */
  let drift: number | null = null;
  let bootedAt = 0;

  const bootTime = () => clock.now() - (clock.sinceBoot?.() ?? clock.now());

  function ignoreStep(): void {
    const before = bootedAt;
    bootedAt = bootTime();
    const step = bootedAt - before;
    if (Math.abs(step) < STEP_MS_MIN) return;
    correctionMs -= step;
    notify();
  }

  return {
    ...clock,
    now() {
      const machineTime = clock.now();
      if (drift !== null) {
        const before = drift;
        drift = machineTime - clock.monotonic();
        if (Math.abs(drift - before) >= STEP_MS_MIN) ignoreStep();
      }
      return machineTime + correctionMs;
    },
    machineTime: () => clock.now(),
    correction: () => correctionMs,
    correct(byMs) {
      correctionMs = byMs;
      drift = clock.now() - clock.monotonic();
      bootedAt = bootTime();
    },
    onStep(listener) {
      notify = listener;
    },
  };
}
