import type { Monitor, Usage } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';
import { settled } from '../connection.ts';
import { forgetEarly } from '../early-answers.ts';
import { queryClient } from '../query-client.ts';

export interface MonitorList {
  readonly monitors: readonly Monitor[];
  readonly usage: Usage;
}

/** So long the list waits for live events to come, so that no change is missed between the two. */
const SETTLE_MS = 1000;
/** Where the list is asked for. */
const PATH = '/v1/monitors/';
let isTooEarly = false;

/** Whether the list was read before live events came: it has to be read again. */
export function wasReadTooEarly(): boolean {
  const was = isTooEarly;
  isTooEarly = false;
  return was;
}

/** What changes while the list is read: the answer may be from before it. */
interface News {
  readonly changed: Map<string, Monitor>;
  readonly deleted: Set<string>;
}
let newsOfReading: News | null = null;

/** All of the team's monitors. Live events keep it true, so that it is read once, and after the connection was lost. */
export const monitorsQuery = queryOptions({
  queryKey: ['monitors'],
  queryFn: async ({ signal }): Promise<MonitorList> => {
    if (!(await settled(SETTLE_MS))) {
      isTooEarly = true;
      // It waits for live events, too.
      forgetEarly(PATH);
    }
    const news: News = { changed: new Map(), deleted: new Set() };
    newsOfReading = news;
    const { monitors, usage } = await api.monitors.list({}, { signal });
    if (newsOfReading === news) newsOfReading = null;
    return withChanges({ monitors, usage }, [...news.changed.values()], [...news.deleted]);
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Comparing ten thousand monitors field by field takes longer than drawing those on the screen.
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

/** The list with what a live event told. Monitors that it does not know come last, as the newest do. */
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

/** Puts what is known now into the list and into the monitor's own entry. */
export function keepMonitors(changed: readonly Monitor[], deleted: readonly string[] = []): void {
  // Nobody keeps the change for it: it was asked for and is not being read yet.
  if (newsOfReading === null) forgetEarly(PATH);
  for (const monitor of changed) newsOfReading?.changed.set(monitor.shortID, monitor);
  for (const shortID of deleted) {
    newsOfReading?.changed.delete(shortID);
    newsOfReading?.deleted.add(shortID);
  }
  queryClient.setQueryData(monitorsQuery.queryKey, (list) =>
    list === undefined ? list : withChanges(list, changed, deleted),
  );
  // Only where somebody has read it: most of those that change are on no page of their own.
  for (const monitor of changed)
    queryClient.setQueryData<Monitor>(['monitor', monitor.shortID], (known) => known && monitor);
}
