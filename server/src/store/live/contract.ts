import type { Access } from '../../domain/access/access.ts';
import type { MonitorRecord } from '../records.ts';

/** A monitor with a version that changes whenever the monitor does. The version is '' if no other process can change it. */
export interface VersionedMonitor {
  readonly record: MonitorRecord;
  readonly version: string;
}

export interface MonitorVersion {
  readonly shortID: string;
  readonly version: string;
}

/** Sources of live events, and messages between processes that share the database. */
export interface LiveStore {
  /** Returns monitors in no particular order, without deleted monitors and monitors of other teams. */
  readVersioned(teamID: string, ids: readonly number[]): Promise<readonly VersionedMonitor[]>;
  /** Returns versions of all monitors of a team, by ID. Null if no other process can change the monitors. */
  listVersions(teamID: string): Promise<ReadonlyMap<number, MonitorVersion> | null>;
  hasAccess(access: Access, now: number): Promise<boolean>;
  /** Sends a message to all subscribed processes, including this one. May be lost. At most 7,900 bytes. */
  publish(message: string): void;
}
