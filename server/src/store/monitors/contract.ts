import type { Run } from '../../domain/run.ts';
import type { Check, References } from '../edits.ts';
import type { IngestStore } from '../pings/contract.ts';
import type { Created, EventRecord, MonitorRecord, NewMonitor, Page, TransitionRecord } from '../records.ts';
import type { MonitorListStore } from './list-contract.ts';

export interface MonitorStore extends IngestStore, MonitorListStore {
  /** Counts and inserts in one transaction, so that concurrent creates never exceed the allowance. */
  createMonitor(monitor: NewMonitor, allowance: number, references?: References): Promise<Created>;
  findMonitor(teamID: string, shortID: string): Promise<MonitorRecord | null>;
  /**
   * Deletes the monitor with its events, runs, bodies and transitions. Ends its open incident and informs
   * everybody who got the alarm. False if the monitor doesn't exist.
   */
  deleteMonitor(
    monitorID: number,
    at: number,
    check?: Check<{ readonly revision: number }>,
  ): Promise<boolean>;
  listEvents(monitorID: number, page: Page): Promise<readonly EventRecord[]>;
  /** Null if the event doesn't exist or has no body. */
  eventBody(monitorID: number, number: number): Promise<Uint8Array | null>;
  listRuns(monitorID: number, page: Page): Promise<readonly Run[]>;
  listTransitions(monitorID: number, page: Page): Promise<readonly TransitionRecord[]>;
}
