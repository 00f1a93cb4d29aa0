import type { Run } from '../../domain/run.ts';
import type { MonitorRecord } from '../records.ts';

/** Which of a monitor's runs are read: those that took place, in part at least, from one time up to another. */
export interface RunSpan {
  readonly from: number;
  readonly to: number;
  /**
   * How much later than it began a run may have ended, or than it was expected its row may have been made: for so long before
   * `from` runs are looked at.
   */
  readonly slackMs: number;
  /** Only rows whose seq is lower: where the last stretch ended. */
  readonly before?: number;
  /** Rows that are looked at, at most. */
  readonly limit: number;
}

export interface RunStretch {
  /** Newest first, in the order of seq. May be fewer than the limit, or none, although more follow. */
  readonly runs: readonly Run[];
  /** `before` of the next stretch; null when there is none. */
  readonly next: number | null;
}

/** What is done with many monitors at once, and read of long histories. */
export interface HistoryStore {
  /** In no order; those that there are not (any more), or that belong to another team, are left out. At most 1000 at once. */
  findMonitors(
    teamID: string,
    which: { readonly shortIDs: readonly string[] } | { readonly ids: readonly number[] },
  ): Promise<readonly MonitorRecord[]>;
  /** The newest runs of each monitor, newest first; a monitor without runs is left out. */
  listNewestRuns(monitorIDs: readonly number[], limit: number): Promise<ReadonlyMap<number, readonly Run[]>>;
  listRunsWithin(monitorID: number, span: RunSpan): Promise<RunStretch>;
  /** As `deleteMonitor`, in one transaction. @returns those that there were */
  deleteMonitors(monitorIDs: readonly number[], at: number): Promise<readonly number[]>;
}
