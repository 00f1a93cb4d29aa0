import type { Run } from '@overdue/sdk';

/** Maximum number of successful runs from which the range is computed (the newest), and the minimum number. */
export const RANGE_RUNS_MAX = 50;
export const RANGE_RUNS_MIN = 10;
/**
 * Distance between the middle half of the durations and the ends of the range, as a multiple of the width of the middle
 * half (Tukey's fences).
 */
const FENCE = 1.5;
/**
 * Minimum distance between the median and each end, as a share of the median. It prevents outliers among nearly equal
 * durations.
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
