import type { Run } from '@overdue/domain/monitor/run.ts';

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
