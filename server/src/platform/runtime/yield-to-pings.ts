import type { Clock } from './clock.ts';

/** Resolves in the next turn of the event loop, so that pings wait for one chunk of work at most. */
export function yieldToPings(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How long work runs before pings get a turn. A ping needs several turns, which together must take well below 20 ms. */
const SLICE_MS = 5;

/** Divides long work into slices of {@link SLICE_MS}. The work checks `isOver` after each step. */
export interface Slices {
  isOver(): boolean;
  /** Yields to pings, and starts the next slice. */
  next(): Promise<void>;
}

export function createSlices(clock: Pick<Clock, 'monotonic'>): Slices {
  let startedAt = clock.monotonic();
  return {
    isOver: () => clock.monotonic() - startedAt >= SLICE_MS,
    async next() {
      await yieldToPings();
      startedAt = clock.monotonic();
    },
  };
}
