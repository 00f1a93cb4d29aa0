import type { Access } from '@overdue/domain/access/access.ts';
import type { ChangeFeed } from '../database/change-feed.ts';

/** Version of a monitor. Changes whenever the monitor changes. */
export interface MonitorVersion {
  readonly shortID: string;
  readonly version: string;
}

/** Sources of live events, and messages between processes that share the database. */
export interface LiveStore {
  /**
   * Returns the versions of the given monitors of a team, or of all its monitors, by ID. Null if no other process can change the
   * monitors.
   */
  listVersions(teamID: string, ids?: readonly number[]): Promise<ReadonlyMap<number, MonitorVersion> | null>;
  /** Reports each committed change to the feed from now on. */
  reportChangesTo(feed: ChangeFeed): void;
  hasAccess(access: Access, now: number): Promise<boolean>;
  /** Sends a message to all subscribed processes, including this one. May be lost. At most 7,900 bytes. */
  publish(message: string): void;
}
