import type { Clock } from '../../../sdk/src/clock.ts';

export interface FakeClock extends Clock {
  /** Durations of all sleeps so far, in milliseconds. */
  readonly sleeps: readonly number[];
  /** Advances both clocks and fires the timers that are due. */
  advance(ms: number): void;
  /** Advances both clocks to the next due timer. */
  advanceToNext(): void;
  /** Resolves when a timer with this delay has been set. */
  timerOf(delayMs: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * Creates a clock whose sleeps end immediately and advance the time. Other delays end only when the test advances the
 * time.
 */
export function createFakeClock(wallStart = Date.UTC(2026, 10, 21)): FakeClock {
  let time = 0;
  const timers = new Set<Timer>();
  const sleeps: number[] = [];
  const awaited: { readonly delayMs: number; readonly resolve: () => void }[] = [];

  function advance(ms: number): void {
    time += ms;
    for (const timer of [...timers].filter(({ at }) => at <= time)) {
      timers.delete(timer);
      timer.callback();
    }
  }

  return {
    sleeps,
    advance,
    advanceToNext: () => advance(Math.min(...[...timers].map(({ at }) => at)) - time),
    timerOf: (delayMs) => new Promise((resolve) => awaited.push({ delayMs, resolve })),
    now: () => wallStart + time,
    monotonic: () => time,
    random: () => 0.5,
    after(delayMs, callback) {
      const timer = { at: time + delayMs, callback };
      timers.add(timer);
      for (const waiter of awaited.filter((waiter) => waiter.delayMs === delayMs)) waiter.resolve();
      return () => void timers.delete(timer);
    },
    async sleep(delayMs, signal) {
      signal?.throwIfAborted();
      sleeps.push(delayMs);
      advance(delayMs);
    },
  };
}
