import type { Run } from '@overdue/domain/monitor/run.ts';
import type { Monitor } from '@overdue/domain/monitor/state.ts';
import type { WorkingMonitor } from '../working-set.ts';

/** A monitor of the batch, with the IDs of its newest event and run rows, and the runs read so far. */
export interface ChainedMonitor {
  readonly working: WorkingMonitor;
  readonly loaded: Monitor;
  lastEventID: number | null;
  lastRunID: number | null;
  /** Stored rows, by seq. A run that is missing here is new. */
  readonly stored: Map<number, StoredRun>;
}

export interface StoredRun {
  readonly id: number;
  readonly run: Run;
}
