import type { Monitor, Usage } from '@overdue/sdk';
import type { QueryClient } from '@tanstack/react-query';

export interface MonitorList {
  readonly monitors: readonly Monitor[];
  readonly usage: Usage;
}

export const MONITORS_KEY = ['monitors'] as const;

/** How long to wait for the live stream, so that no change falls between the list and the stream. */
const CONNECT_MS = 1000;

/** Changes that arrive while the list is being read, because the response may predate them. */
interface News {
  readonly changed: Map<string, Monitor>;
  readonly deleted: Set<string>;
}

interface MonitorListOptions {
  readonly cache: QueryClient;
  readonly whenConnected: (withinMs: number) => Promise<boolean>;
  readonly request: (signal: AbortSignal) => Promise<MonitorList>;
  /** Drops a list that was requested before the application started. */
  readonly forgetEarly: () => void;
}

export interface LiveMonitorList {
  read(signal: AbortSignal): Promise<MonitorList>;
  /** Puts changed monitors into the cache, and takes deleted ones out. */
  keep(changed: readonly Monitor[], deleted?: readonly string[]): void;
  /** Returns, once, whether the list may predate the live stream and must be read again. */
  takeReadTooEarly(): boolean;
}

export function createMonitorList({
  cache,
  whenConnected,
  request,
  forgetEarly,
}: MonitorListOptions): LiveMonitorList {
  let isTooEarly = false;
  let newsOfReading: News | null = null;
  return {
    async read(signal) {
      if (!(await whenConnected(CONNECT_MS))) {
        isTooEarly = true;
        // Early responses wait for the stream in the same way.
        forgetEarly();
      }
      const news: News = { changed: new Map(), deleted: new Set() };
      newsOfReading = news;
      const list = await request(signal);
      if (newsOfReading === news) newsOfReading = null;
      return withChanges(list, [...news.changed.values()], [...news.deleted]);
    },
    keep(changed, deleted = []) {
      // The early request isn't known here, so it can't record the change.
      if (newsOfReading === null) forgetEarly();
      for (const monitor of changed) newsOfReading?.changed.set(monitor.shortID, monitor);
      for (const shortID of deleted) {
        newsOfReading?.changed.delete(shortID);
        newsOfReading?.deleted.add(shortID);
      }
      cache.setQueryData<MonitorList>(MONITORS_KEY, (list) => list && withChanges(list, changed, deleted));
      // Updates only existing entries, because most monitors have none.
      for (const monitor of changed)
        cache.setQueryData<Monitor>(['monitor', monitor.shortID], (known) => known && monitor);
    },
    takeReadTooEarly() {
      const was = isTooEarly;
      isTooEarly = false;
      return was;
    },
  };
}

/** Appends new monitors. */
function withChanges(
  list: MonitorList,
  changed: readonly Monitor[],
  deleted: readonly string[],
): MonitorList {
  const news = new Map(changed.map((monitor) => [monitor.shortID, monitor]));
  const gone = new Set(deleted);
  const kept = list.monitors
    .filter(({ shortID }) => !gone.has(shortID))
    .map((monitor) => {
      const next = news.get(monitor.shortID);
      news.delete(monitor.shortID);
      return next ?? monitor;
    });
  const monitors = [...kept, ...news.values()];
  const { allowance } = list.usage.monitors;
  const used = list.usage.monitors.used + monitors.length - list.monitors.length;
  return {
    monitors,
    usage: { ...list.usage, monitors: { used, allowance, remaining: Math.max(0, allowance - used) } },
  };
}
