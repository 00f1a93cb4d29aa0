import type { ApplyOutcome } from './records.ts';

/** Kinds of data, besides monitors, that may have changed. Clients reload changed kinds. */
export const CHANGE_KINDS = [
  'incidents',
  'channels',
  'deliveries',
  'maintenance',
  'escalations',
  'on_call',
  'projects',
  'shares',
  'views',
  'team',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Receives changes for clients. Nearly free while no client is connected. */
export interface ChangeFeed {
  /** Whether any client listens, on this node or another. */
  isNeeded(): boolean;
  monitorChanged(teamID: string, id: number): void;
  monitorDeleted(teamID: string, shortID: string): void;
  changed(teamID: string, kind: ChangeKind): void;
  /** Disconnects listeners that have lost access, also on other nodes. Call after each change of access. */
  accessChanged(): Promise<void>;
}

/** The feed of a store. Queries report each change to it after the commit, and it passes the change to its follower. */
export interface FollowedFeed extends ChangeFeed {
  follow(follower: ChangeFeed): void;
}

export function createChangeFeed(): FollowedFeed {
  let follower: ChangeFeed | null = null;
  return {
    follow(next) {
      follower = next;
    },
    isNeeded: () => follower?.isNeeded() === true,
    monitorChanged: (teamID, id) => follower?.monitorChanged(teamID, id),
    monitorDeleted: (teamID, shortID) => follower?.monitorDeleted(teamID, shortID),
    changed: (teamID, kind) => follower?.changed(teamID, kind),
    accessChanged: async () => follower?.accessChanged(),
  };
}

/** A feed for an open transaction. Keeps the changes until `release`, which the owner of the transaction calls after the commit. */
export function holdChanges(feed: ChangeFeed): ChangeFeed & { readonly release: () => Promise<void> } {
  const held: (() => void | Promise<void>)[] = [];
  return {
    isNeeded: feed.isNeeded,
    monitorChanged: (...change) => void held.push(() => feed.monitorChanged(...change)),
    monitorDeleted: (...change) => void held.push(() => feed.monitorDeleted(...change)),
    changed: (...change) => void held.push(() => feed.changed(...change)),
    accessChanged: async () => void held.push(feed.accessChanged),
    async release() {
      for (const report of held) await report();
    },
  };
}

/** Reports what committed inputs of monitors have changed. */
export function reportApplied(feed: ChangeFeed, applied: readonly ApplyOutcome[]): void {
  if (!feed.isNeeded()) return;
  for (const outcome of applied) {
    if (outcome.outcome !== 'applied') continue;
    feed.monitorChanged(outcome.teamID, outcome.monitorID);
    if (outcome.changedStatus) feed.changed(outcome.teamID, 'incidents');
    if (outcome.changedProject) feed.changed(outcome.teamID, 'projects');
  }
}
