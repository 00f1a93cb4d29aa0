import type { Access } from '../../domain/access/access.ts';

/** Version of a monitor, which changes whenever the monitor does. */
export interface MonitorVersion {
  readonly shortID: string;
  readonly version: string;
}

/** Sources of live events, and messages between processes that share the database. */
export interface LiveStore {
  /** Returns versions of a team's monitors by ID: of the given monitors, or of all. Null if no other process can change the monitors. */
  listVersions(teamID: string, ids?: readonly number[]): Promise<ReadonlyMap<number, MonitorVersion> | null>;
  hasAccess(access: Access, now: number): Promise<boolean>;
  /** Sends a message to all subscribed processes, including this one. May be lost. At most 7,900 bytes. */
  publish(message: string): void;
}
