import type { Run } from '@overdue/domain/monitor/run.ts';
import type { DayBorders } from '@overdue/domain/schedule/day-borders.ts';
import type { RunCounts } from '@overdue/domain/statistics/run-counts.ts';

/** Selects a monitor's runs that took place, at least in part, between two times. */
export interface RunSpan {
  readonly from: number;
  readonly to: number;
  /** How far before `from` to search. Covers the duration of a run, and the delay until its row is created. */
  readonly slackMs: number;
  readonly before?: number;
  readonly limit: number;
}

export interface RunSlice {
  /** Runs, newest first by seq. May contain fewer than the limit, or none, although more runs follow. */
  readonly runs: readonly Run[];
  readonly next: number | null;
}

export interface HistoryStore {
  /** Newest runs of each monitor, newest first. Leaves out monitors without runs. */
  listNewestRuns(monitorIDs: readonly number[], limit: number): Promise<ReadonlyMap<number, readonly Run[]>>;
  listRunsWithin(monitorID: number, span: RunSpan): Promise<RunSlice>;
}

/**
 * Runs to count: all runs of a team, including runs of deleted monitors, or the deleted runs of a monitor. Deleted runs are
 * counted per UTC day. A UTC day counts towards the requested day that contains its noon.
 */
export type CountedRuns = { readonly teamID: string } | { readonly prunedOfMonitorID: number };

export interface RunCountStore {
  /** Counts the runs that began on each day, in the order of the days, which must be ascending. */
  countRunsByDay(runs: CountedRuns, days: readonly DayBorders[]): Promise<readonly RunCounts[]>;
}
