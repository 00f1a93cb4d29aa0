/** Maximum delay between a change and its display. There is no limit if responses are delayed on purpose. */
export const LIVE_DELAY_MS_MAX = (process.env.LATE_RESPONSES ?? '') === '' ? 1000 : Number.POSITIVE_INFINITY;

export interface Delays {
  /** Waits for an event and records the delay. */
  recordDelay(isSeen: Promise<unknown>): Promise<void>;
  /** Returns the median of all delays. A busy machine delays some changes, but not half of them. */
  median(): number;
}

export function measureDelays(): Delays {
  const taken: number[] = [];
  return {
    async recordDelay(isSeen) {
      const begin = performance.now();
      await isSeen;
      taken.push(performance.now() - begin);
    },
    median: () => taken.toSorted((a, b) => a - b)[Math.floor((taken.length - 1) / 2)] ?? Number.NaN,
  };
}
