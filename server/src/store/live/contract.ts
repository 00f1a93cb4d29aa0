import type { Access } from '../../domain/access/access.ts';
import type { MonitorRecord } from '../records.ts';

/** A monitor as it is now, with a text that is another one after each change of it; '' where no other process can change it. */
export interface VersionedMonitor {
  readonly record: MonitorRecord;
  readonly version: string;
}

export interface MonitorVersion {
  readonly shortID: string;
  readonly version: string;
}

/** What live events are made of, and how processes that share the database tell one another of them. */
export interface LiveStore {
  /** In no order; those that there are not (any more), or that belong to another team, are left out. */
  readVersioned(teamID: string, ids: readonly number[]): Promise<readonly VersionedMonitor[]>;
  /** All monitors of a team by their IDs, without what they hold. Null where no other process can change them. */
  listVersions(teamID: string): Promise<ReadonlyMap<number, MonitorVersion> | null>;
  teamsOfChannels(channelIDs: readonly number[]): Promise<readonly string[]>;
  /** Whether a token or a session is still good for its team. */
  holds(access: Access, now: number): Promise<boolean>;
  /** Tells the processes that listen, this one included. May be lost. At most 7 900 bytes. */
  tellNodes(message: string): void;
  /** Calls back with what any process tells, from when `listenForHints` listens on. */
  hearNodes(callback: (message: string) => void): void;
}
