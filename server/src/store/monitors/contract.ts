import type { Run } from '../../domain/run.ts';
import type { Check, References } from '../edits.ts';
import type { IngestStore } from '../pings/contract.ts';
import type { Created, EventRecord, MonitorRecord, NewMonitor, Page, TransitionRecord } from '../records.ts';
import type { MonitorListStore } from './list-contract.ts';

export interface MonitorStore extends IngestStore, MonitorListStore {
  /** Counts and inserts in one transaction, so that racing creates never pass the allowance. */
  createMonitor(monitor: NewMonitor, allowance: number, references?: References): Promise<Created>;
  findMonitor(teamID: string, shortID: string): Promise<MonitorRecord | null>;
  /**
   * Deletes the monitor with its events, runs, bodies and transitions. Its open incident ends, and those who have the alarm
   * are told. False when it was gone already.
   */
  deleteMonitor(
    monitorID: number,
    at: number,
    check?: Check<{ readonly revision: number }>,
  ): Promise<boolean>;
  listEvents(monitorID: number, page: Page): Promise<readonly EventRecord[]>;
  /** Null when there is no such event or it has no body. */
  eventBody(monitorID: number, number: number): Promise<Uint8Array | null>;
  listRuns(monitorID: number, page: Page): Promise<readonly Run[]>;
  listTransitions(monitorID: number, page: Page): Promise<readonly TransitionRecord[]>;
}
