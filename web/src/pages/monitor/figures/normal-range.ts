import type { Run } from '@overdue/sdk';

/** Successful runs that the range is computed from: the newest of them, and at least so many. */
export const RANGE_RUNS_MAX = 50;
export const RANGE_RUNS_MIN = 10;
/** How far the range reaches beyond the middle half, as a multiple of its width (Tukey's fences). */
const FENCE = 1.5;
/** Smallest distance between the median and the ends, as a share of the median, so that a steady job has no outliers within it. */
const SLACK = 0.1;

export interface NormalRange {
  /** Durations in seconds. */
  readonly low: number;
  readonly high: number;
  /** Number of runs that the range is computed from. */
  readonly runs: number;
}

export type FoundRange =
  | { readonly kind: 'known'; readonly range: NormalRange }
  | { readonly kind: 'too_few'; readonly runs: number };

/** Returns the normal range of durations. `runs`: newest first. */
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
