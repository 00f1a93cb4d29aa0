import type { Statistics } from '@overdue/sdk';

/** Counts the runs on which the share of successes is based. Excludes unknown and running runs. */
export function countJudgedRuns({
  succeeded,
  failed,
  timedOut,
  missed,
}: Pick<Statistics, 'succeeded' | 'failed' | 'timedOut' | 'missed'>): number {
  return succeeded + failed + timedOut + missed;
}

/** Formats a share: `96.7 %`. If any run failed, never rounds up to 100 %. */
export function formatShare(share: number): string {
  const tenths = share >= 1 ? 1000 : Math.min(999, Math.round(share * 1000));
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)} %`;
}
