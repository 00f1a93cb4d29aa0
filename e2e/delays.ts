/** What the application promises between a change and what pages show of it, unless answers are made late. */
export const LIVE_MS = (process.env.LATE_ANSWERS ?? '') === '' ? 1000 : Number.POSITIVE_INFINITY;

/** Measures how long it takes until changes are seen. */
export interface Delays {
  /** Waits until something is seen, and notes how long that took. */
  until(isSeen: Promise<unknown>): Promise<void>;
  /** Of all that was measured: a machine that is busy with other things holds up the one or other, but not half of them. */
  median(): number;
}

export function measureDelays(): Delays {
  const taken: number[] = [];
  return {
    async until(isSeen) {
      const begin = performance.now();
      await isSeen;
      taken.push(performance.now() - begin);
    },
    median: () => taken.toSorted((a, b) => a - b)[Math.floor((taken.length - 1) / 2)] ?? Number.NaN,
  };
}
