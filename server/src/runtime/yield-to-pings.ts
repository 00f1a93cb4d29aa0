import type { Clock } from './clock.ts';

/** Resolves in the next turn of the event loop, so that pings wait for one chunk of work at most. */
export function yieldToPings(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How long work runs before pings get a turn. A ping needs several turns, so that the sum stays well below 20 ms. */
const SLICE_MS = 5;

/** Divides long work into slices of {@link SLICE_MS}. The work asks after each step. */
export interface Slices {
  isOver(): boolean;
  /** Lets pings have a turn, and starts the next slice. */
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
