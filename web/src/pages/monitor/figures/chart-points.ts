import type { Statistics } from '@overdue/sdk';
import { isOutlier, type NormalRange } from './normal-range.ts';

/**
 * Minimum number of runs for which a median is more meaningful than single runs. `P95_RUNS_MIN` is the same for a 95th
 * percentile.
 */
export const MEDIAN_RUNS_MIN = 5;
export const P95_RUNS_MIN = 20;

export interface Point {
  readonly at: number;
  readonly value: number;
  /** Whether the run failed. */
  readonly isFailed?: boolean;
}

export interface RunBucket {
  readonly at: number;
  readonly runs: number;
  readonly median: number | null;
  readonly p95: number | null;
}

export interface ChartPoints {
  readonly times: readonly number[];
  readonly dots: readonly (number | null)[];
  /** Durations of failed runs, which are never shown as outliers. */
  readonly failures: readonly (number | null)[];
  readonly outliers: readonly (number | null)[];
  readonly medians: readonly (number | null)[];
  readonly p95: readonly (number | null)[];
}

/** Merges runs and buckets on one time axis. Places the values of a bucket at its middle. */
export function chartPoints(
  points: readonly Point[],
  parts: readonly RunBucket[],
  range: NormalRange | null,
): ChartPoints {
  const half = parts.length < 2 ? 0 : ((parts[1]?.at ?? 0) - (parts[0]?.at ?? 0)) / 2;
  const rows = [
    ...points.map(({ at, value, isFailed = false }) => {
      const isOut = !isFailed && range !== null && isOutlier(value, range);
      return {
        at,
        dot: isFailed || isOut ? null : value,
        failure: isFailed ? value : null,
        outlier: isOut ? value : null,
        median: null,
        p95: null,
      };
    }),
    ...parts.map(({ at, runs, median, p95 }) => ({
      at: at + half,
      dot: null,
      failure: null,
      outlier: null,
      median: runs >= MEDIAN_RUNS_MIN ? median : null,
      p95: runs >= P95_RUNS_MIN ? p95 : null,
    })),
  ].toSorted((a, b) => a.at - b.at);
  return {
    times: rows.map(({ at }) => at),
    dots: rows.map(({ dot }) => dot),
    failures: rows.map(({ failure }) => failure),
    outliers: rows.map(({ outlier }) => outlier),
    medians: rows.map(({ median }) => median),
    p95: rows.map(({ p95 }) => p95),
  };
}

/** Returns the number of ended runs, which approximates the number of durations. */
export function endedRuns({
  succeeded,
  failed,
  timedOut,
}: Pick<Statistics, 'succeeded' | 'failed' | 'timedOut'>): number {
  return succeeded + failed + timedOut;
}
