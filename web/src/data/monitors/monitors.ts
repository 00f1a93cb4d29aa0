import type { Monitor, Usage } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';
import { whenConnected } from '../connection.ts';
import { forgetEarly } from '../early-answers.ts';
import { queryClient } from '../query-client.ts';

export interface MonitorList {
  readonly monitors: readonly Monitor[];
  readonly usage: Usage;
}

/** How long to wait for the live stream, so that no change falls between the list and the stream. */
const SETTLE_MS = 1000;
const PATH = '/v1/monitors/';
let isTooEarly = false;

/** Whether the list may predate the live stream, and must be read again. */
export function wasReadTooEarly(): boolean {
  const was = isTooEarly;
  isTooEarly = false;
  return was;
}

/** Changes that arrive while the list is being read, because the response may predate them. */
interface News {
  readonly changed: Map<string, Monitor>;
  readonly deleted: Set<string>;
}
let newsOfReading: News | null = null;

/** All monitors of the team. Live events keep the list current; it is read again only after reconnecting. */
export const monitorsQuery = queryOptions({
  queryKey: ['monitors'],
  queryFn: async ({ signal }): Promise<MonitorList> => {
    if (!(await whenConnected(SETTLE_MS))) {
      isTooEarly = true;
      // Early responses wait for the stream in the same way.
      forgetEarly(PATH);
    }
    const news: News = { changed: new Map(), deleted: new Set() };
    newsOfReading = news;
    const { monitors, usage } = await api.monitors.list({}, { signal });
    if (newsOfReading === news) newsOfReading = null;
    return withChanges({ monitors, usage }, [...news.changed.values()], [...news.deleted]);
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Comparing ten thousand monitors field by field takes longer than rendering the visible ones.
  structuralSharing: false,
});

export function monitorQuery(shortID: string) {
  return queryOptions({
    queryKey: ['monitor', shortID],
    queryFn: ({ signal }) => api.monitors.get(shortID, { signal }),
    initialData: () =>
      queryClient
        .getQueryData(monitorsQuery.queryKey)
        ?.monitors.find((monitor) => monitor.shortID === shortID),
    initialDataUpdatedAt: () => queryClient.getQueryState(monitorsQuery.queryKey)?.dataUpdatedAt,
  });
}

/** Appends new monitors. */
export function withChanges(
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

export function keepMonitors(changed: readonly Monitor[], deleted: readonly string[] = []): void {
  // The early request isn't known here, so it can't record the change.
  if (newsOfReading === null) forgetEarly(PATH);
  for (const monitor of changed) newsOfReading?.changed.set(monitor.shortID, monitor);
  for (const shortID of deleted) {
    newsOfReading?.changed.delete(shortID);
    newsOfReading?.deleted.add(shortID);
  }
  queryClient.setQueryData(monitorsQuery.queryKey, (list) =>
    list === undefined ? list : withChanges(list, changed, deleted),
  );
  // Updates only existing entries, because most monitors have none.
  for (const monitor of changed)
    queryClient.setQueryData<Monitor>(['monitor', monitor.shortID], (known) => known && monitor);
}
