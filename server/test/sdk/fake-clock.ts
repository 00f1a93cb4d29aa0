import type { Clock } from '../../../sdk/src/clock.ts';

export interface FakeClock extends Clock {
  /** How long each sleep was, in milliseconds. */
  readonly sleeps: readonly number[];
  /** Moves both clocks and calls what has become due. */
  advance(ms: number): void;
  /** Moves both clocks to when something is due. */
  advanceToNext(): void;
  /** Resolves when something is next to be called after this delay. */
  timerOf(delayMs: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock on which a sleep is over at once, the time having moved; other delays end when the test moves the time. */
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
      for (const one of awaited.filter((each) => each.delayMs === delayMs)) one.resolve();
      return () => void timers.delete(timer);
    },
    async sleep(delayMs, signal) {
      signal?.throwIfAborted();
      sleeps.push(delayMs);
      advance(delayMs);
    },
  };
}
