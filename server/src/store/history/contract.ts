import type { Run } from '../../domain/run.ts';
import type { MonitorRecord } from '../records.ts';

/** Selects a monitor's runs that took place, at least in part, between two times. */
export interface RunSpan {
  readonly from: number;
  readonly to: number;
  /**
   * How far before `from` to look for runs: covers how long a run may last, and how late its row may be
   * created.
   */
  readonly slackMs: number;
  readonly before?: number;
  readonly limit: number;
}

export interface RunStretch {
  /** Newest first by seq. May be shorter than the limit, or empty, although more runs follow. */
  readonly runs: readonly Run[];
  readonly next: number | null;
}

export interface HistoryStore {
  /**
   * Monitors in no particular order. Leaves out deleted ones and those of other teams. At most 1,000 at once.
   */
  findMonitors(
    teamID: string,
    which: { readonly shortIDs: readonly string[] } | { readonly ids: readonly number[] },
  ): Promise<readonly MonitorRecord[]>;
  /** Newest runs of each monitor, newest first. Leaves out monitors without runs. */
  listNewestRuns(monitorIDs: readonly number[], limit: number): Promise<ReadonlyMap<number, readonly Run[]>>;
  listRunsWithin(monitorID: number, span: RunSpan): Promise<RunStretch>;
  /** Deletes several monitors in one transaction; see `deleteMonitor`. @returns the IDs that existed */
  deleteMonitors(monitorIDs: readonly number[], at: number): Promise<readonly number[]>;
}
