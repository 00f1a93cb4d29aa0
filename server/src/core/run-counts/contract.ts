import type { DayBorders } from '@overdue/domain/schedule/day-borders.ts';
import type { RunCounts } from '@overdue/domain/statistics/run-counts.ts';

/**
 * Runs to count: all runs of a team, including runs of deleted monitors, or the deleted runs of a monitor. Deleted runs are
 * counted per UTC day. A UTC day counts towards the requested day that contains its noon.
 */
export type CountedRuns = { readonly teamID: string } | { readonly prunedOfMonitorID: number };

export interface RunCountStore {
  /** Counts the runs that began on each day, in the order of the days, which must be ascending. */
  countRunsByDay(runs: CountedRuns, days: readonly DayBorders[]): Promise<readonly RunCounts[]>;
}
