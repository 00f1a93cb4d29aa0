import type { Run } from '@overdue/sdk';

/** Maximum and minimum number of successful runs from which the range is computed. The newest runs are used. */
export const RANGE_RUNS_MAX = 50;
export const RANGE_RUNS_MIN = 10;
/** Distance from each end of the range to the nearest quartile, as a multiple of the interquartile range (Tukey's fences). */
const FENCE = 1.5;
/**
 * Minimum distance between the median and each end, as a share of the median. Prevents nearly equal durations from counting as
 * outliers.
 */
const SLACK = 0.1;

export interface NormalRange {
  /** Lower end of the range in seconds. */
  readonly low: number;
  readonly high: number;
  /** Number of runs from which the range is computed. */
  readonly runs: number;
}

export type FoundRange =
  | { readonly kind: 'known'; readonly range: NormalRange }
  | { readonly kind: 'too_few'; readonly runs: number };

/** Returns the normal range of durations. `runs` are sorted, newest first. */
export function normalRangeOf(runs: readonly Pick<Run, 'state' | 'duration'>[]): FoundRange {
  const durations = runs
    .flatMap(({ state, duration }) => (state === 'succeeded' && duration !== null ? [duration] : []))
    .slice(0, RANGE_RUNS_MAX)
    .sort((a, b) => a - b);
  if (durations.length < RANGE_RUNS_MIN) return { kind: 'too_few', runs: durations.length };
  const at = (share: number) => durations[Math.round(share * (durations.length - 1))] ?? 0;
  const reach = FENCE * (at(0.75) - at(0.25));
  const slack = SLACK * at(0.5);
  return {
    kind: 'known',
    range: {
      low: Math.max(0, Math.min(at(0.25) - reach, at(0.5) - slack)),
      high: Math.max(at(0.75) + reach, at(0.5) + slack),
      runs: durations.length,
    },
  };
}

export function isOutlier(duration: number, { low, high }: NormalRange): boolean {
  return duration < low || duration > high;
}
