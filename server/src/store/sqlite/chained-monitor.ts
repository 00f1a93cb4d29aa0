import type { Monitor } from '../../domain/monitor.ts';
import type { Run } from '../../domain/run.ts';
import type { WorkingMonitor } from '../working-set.ts';

/** A monitor of the batch with the ends of its chains, and where its known runs are stored. */
export interface ChainedMonitor {
  readonly working: WorkingMonitor;
  /** As the database has it. */
  readonly loaded: Monitor;
  lastEventID: number | null;
  lastRunID: number | null;
  /** Rows as they are stored, by seq; a run without one is new. */
  readonly stored: Map<number, StoredRun>;
}

export interface StoredRun {
  readonly id: number;
  readonly run: Run;
}
