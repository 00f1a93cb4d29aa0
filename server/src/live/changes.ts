import type { ChangeKind } from '../database/change-feed.ts';

export const MONITORS_PER_EVENT = 500;

/** Unsent changes in a team. */
export interface Changes {
  readonly monitorIDs: Set<number>;
  readonly deleted: Set<string>;
  readonly kinds: Set<ChangeKind>;
}

/** Collects changes by team. Repeated changes count once. */
export interface PendingChanges {
  isEmpty(): boolean;
  of(teamID: string): Changes;
  /** Removes and returns the changes of all teams, but at most `monitorsMax` changed monitors per team. */
  take(monitorsMax: number): ReadonlyMap<string, Changes>;
  merge(teamID: string, changes: Changes): void;
  forget(teamID: string): void;
}

export function createPendingChanges(): PendingChanges {
  let teams = new Map<string, Changes>();

  function of(teamID: string): Changes {
    const pending = teams.get(teamID);
    if (pending !== undefined) return pending;
    const changes = noChanges();
    teams.set(teamID, changes);
    return changes;
  }

  return {
    isEmpty: () => teams.size === 0,
    of,
    take(monitorsMax) {
      const sent = teams;
      teams = new Map();
      for (const [teamID, { monitorIDs }] of sent) {
        if (monitorIDs.size <= monitorsMax) continue;
        const rest = [...monitorIDs].slice(monitorsMax);
        for (const id of rest) {
          monitorIDs.delete(id);
          of(teamID).monitorIDs.add(id);
        }
      }
      return sent;
    },
    merge(teamID, changes) {
      const waiting = of(teamID);
      for (const id of changes.monitorIDs) waiting.monitorIDs.add(id);
      for (const shortID of changes.deleted) waiting.deleted.add(shortID);
      for (const kind of changes.kinds) waiting.kinds.add(kind);
    },
    forget: (teamID) => void teams.delete(teamID),
  };
}

function noChanges(): Changes {
  return { monitorIDs: new Set(), deleted: new Set(), kinds: new Set() };
}
