interface Intervals {
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Minimum time between two refetches of the same kind of data. During an outage, several incidents may open each second, and each
 * of them is a change.
 */
export const REFETCH_INTERVALS: Intervals = { firstMs: 1000, lastMs: 10_000 };

interface LastRun {
  readonly at: number;
  /** Minimum time until the next run. */
  readonly intervalMs: number;
  isNextPlanned: boolean;
}

/**
 * Returns a function that runs the first call of a key immediately, and later calls together at the end of an interval. The interval
 * doubles with each run from `firstMs` to `lastMs`, and starts over after `lastMs` without a run. The function returns whether `run`
 * was called immediately.
 */
export function createSpacing(
  run: (key: string) => void,
  { firstMs, lastMs }: Intervals = REFETCH_INTERVALS,
): (key: string) => boolean {
  const lastRuns = new Map<string, LastRun>();

  function runNow(key: string, intervalMs: number): void {
    lastRuns.set(key, { at: performance.now(), intervalMs, isNextPlanned: false });
    run(key);
  }

  return (key) => {
    const last = lastRuns.get(key);
    const elapsedMs = last === undefined ? lastMs : performance.now() - last.at;
    if (last === undefined || (elapsedMs >= lastMs && !last.isNextPlanned)) {
      runNow(key, firstMs);
      return true;
    }
    if (last.isNextPlanned) return false;
    const nextMs = Math.min(2 * last.intervalMs, lastMs);
    if (elapsedMs >= last.intervalMs) {
      runNow(key, nextMs);
      return true;
    }
    last.isNextPlanned = true;
    setTimeout(() => runNow(key, nextMs), last.intervalMs - elapsedMs);
    return false;
  };
}
