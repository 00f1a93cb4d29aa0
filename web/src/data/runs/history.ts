import type { MonitorEvent, Run, Transition } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';
import type { HistoryPage } from './history-pages.ts';

export const PAGE_SIZE = 50;

export interface HistoryList<Item> {
  readonly name: 'events' | 'runs' | 'transitions';
  readonly keyOf: (item: Item) => string;
  readonly read: (
    shortID: string,
    cursor: string | undefined,
    signal?: AbortSignal,
  ) => Promise<HistoryPage<Item>>;
}

const query = (cursor: string | undefined) => ({ limit: PAGE_SIZE, cursor });
const options = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

export const EVENTS: HistoryList<MonitorEvent> = {
  name: 'events',
  keyOf: ({ number }) => String(number),
  async read(shortID, cursor, signal) {
    const { events, nextCursor } = await api.monitors.events.list(shortID, query(cursor), options(signal));
    return { items: events, nextCursor };
  },
};

export const RUNS: HistoryList<Run> = {
  name: 'runs',
  keyOf: (run) => runKey(run),
  async read(shortID, cursor, signal) {
    const { runs, nextCursor } = await api.monitors.runs.list(shortID, query(cursor), options(signal));
    return { items: runs, nextCursor };
  },
};

export const TRANSITIONS: HistoryList<Transition> = {
  name: 'transitions',
  keyOf: ({ id }) => String(id),
  async read(shortID, cursor, signal) {
    const { transitions, nextCursor } = await api.monitors.transitions.list(
      shortID,
      query(cursor),
      options(signal),
    );
    return { items: transitions, nextCursor };
  },
};

/** Returns a stable key for a run. A `rid` isn't unique, because jobs may repeat it. */
export function runKey({ runID, expectedAt, startEvent, endEvent }: Run): string {
  return expectedAt ?? `${runID}|${startEvent ?? endEvent ?? ''}`;
}

export function newestQuery<Item>(list: HistoryList<Item>, shortID: string) {
  return queryOptions({
    queryKey: ['history', shortID, list.name],
    queryFn: ({ signal }) => list.read(shortID, undefined, signal),
  });
}

const BODY_KEPT_MS = 10 * 60_000;

/** Log of an event. Logs never change. */
export function bodyQuery(shortID: string, number: number) {
  return queryOptions({
    queryKey: ['body', shortID, number],
    queryFn: ({ signal }) => api.monitors.eventBody(shortID, number, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: BODY_KEPT_MS,
  });
}

const UNDECIDED_MS = 3000;

/** Alerts of a transition. Refetched until the service has decided which channels to alert. */
export function alertsQuery(shortID: string, transitionID: number) {
  return queryOptions({
    queryKey: ['deliveries', 'transition', shortID, transitionID],
    queryFn: ({ signal }) => api.monitors.alerts(shortID, transitionID, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'due' ? UNDECIDED_MS : false),
  });
}
