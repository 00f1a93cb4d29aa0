import type { Monitor, MonitorRow, Usage } from '@overdue/sdk';
import type { QueryClient } from '@tanstack/react-query';

export interface MonitorListData {
  readonly monitors: readonly MonitorRow[];
  readonly usage: Usage;
}

export const MONITORS_KEY = ['monitors'] as const;

/** Returns the query key of the flag for a monitor that was deleted while this tab was open. */
export function deletedKey(shortID: string): readonly [string, string] {
  return ['deleted monitor', shortID];
}

/** How long to wait for the live stream before reading the list, so that no change is missed in between. */
const CONNECT_MS = 1000;

/** Changes that arrive while the list is being read. The response may be older than these changes. */
interface PendingChanges {
  readonly changed: Map<string, MonitorRow>;
  readonly deleted: Set<string>;
}

interface MonitorListOptions {
  readonly cache: QueryClient;
  readonly whenSettled: (withinMs: number) => Promise<boolean>;
  readonly request: (signal: AbortSignal) => Promise<MonitorListData>;
  /** Drops a list that was requested before the application started. */
  readonly dropEarly: () => void;
}

export interface LiveMonitorList {
  read(signal: AbortSignal): Promise<MonitorListData>;
  /** Updates changed monitors in the cache, and removes deleted monitors. */
  apply(changed: readonly MonitorRow[], deleted?: readonly string[]): void;
  /** Returns whether the list may be older than the live stream and must be refetched. Resets the flag. */
  consumeReadTooEarly(): boolean;
}

export function createMonitorList({
  cache,
  whenSettled,
  request,
  dropEarly,
}: MonitorListOptions): LiveMonitorList {
  let isReadTooEarly = false;
  let changesDuringRead: PendingChanges | null = null;
  return {
    async read(signal) {
      if (!(await whenSettled(CONNECT_MS))) {
        isReadTooEarly = true;
        // A new request is faster, because the early request also waits for the stream.
        dropEarly();
      }
      const changes: PendingChanges = { changed: new Map(), deleted: new Set() };
      changesDuringRead = changes;
      const list = await request(signal);
      if (changesDuringRead === changes) changesDuringRead = null;
      return withChanges(list, [...changes.changed.values()], [...changes.deleted]);
    },
    apply(changed, deleted = []) {
      // Changes are recorded only during a read. An early response that is used later would lack these changes.
      if (changesDuringRead === null) dropEarly();
      for (const monitor of changed) changesDuringRead?.changed.set(monitor.shortID, monitor);
      for (const shortID of deleted) {
        changesDuringRead?.changed.delete(shortID);
        changesDuringRead?.deleted.add(shortID);
      }
      cache.setQueryData<MonitorListData>(
        MONITORS_KEY,
        (list) => list && withChanges(list, changed, deleted),
      );
      for (const shortID of deleted) cache.setQueryData<boolean>(deletedKey(shortID), true);
      // Updates only existing cache entries, because most monitors have no entry.
      for (const monitor of changed)
        cache.setQueryData<Monitor>(
          ['monitor', monitor.shortID],
          (known) => known && (isComplete(monitor) ? monitor : withRow(known, monitor)),
        );
    },
    consumeReadTooEarly() {
      const wasTooEarly = isReadTooEarly;
      isReadTooEarly = false;
      return wasTooEarly;
    },
  };
}

function isComplete(monitor: Monitor | MonitorRow): monitor is Monitor {
  return 'pingFilter' in monitor;
}

/**
 * Updates the fields of the list. The revision stays that of the other settings, so that an edit of older settings is merged instead
 * of replacing newer ones.
 */
function withRow(known: Monitor, row: MonitorRow): Monitor {
  return { ...known, ...row, revision: known.revision };
}

/** Replaces changed monitors, removes deleted ones and appends new ones. */
function withChanges(
  list: MonitorListData,
  changed: readonly MonitorRow[],
  deleted: readonly string[],
): MonitorListData {
  const updates = new Map(changed.map((monitor) => [monitor.shortID, monitor]));
  const removed = new Set(deleted);
  const kept = list.monitors
    .filter(({ shortID }) => !removed.has(shortID))
    .map((monitor) => {
      const next = updates.get(monitor.shortID);
      updates.delete(monitor.shortID);
      return next ?? monitor;
    });
  const monitors = [...kept, ...updates.values()];
  const { allowance } = list.usage.monitors;
  const used = list.usage.monitors.used + monitors.length - list.monitors.length;
  return {
    monitors,
    usage: { ...list.usage, monitors: { used, allowance, remaining: Math.max(0, allowance - used) } },
  };
}
