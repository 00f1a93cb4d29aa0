import type { MonitorRow } from '@overdue/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../client.ts';
import { monitorList } from '../live/live.ts';
import { MONITORS_KEY } from '../live/monitor-list.ts';

/** All monitors of the team. Live events keep the list current; the list is refetched only after reconnecting. */
export const monitorsQuery = queryOptions({
  queryKey: MONITORS_KEY,
  queryFn: ({ signal }) => monitorList.read(signal),
  staleTime: Number.POSITIVE_INFINITY,
  // Structural sharing is off, because comparing ten thousand monitors field by field takes longer than rendering the visible
  // monitors.
  structuralSharing: false,
});

export function monitorQuery(shortID: string) {
  return queryOptions({
    queryKey: ['monitor', shortID],
    queryFn: ({ signal }) => api.monitors.get(shortID, { signal }),
  });
}

/** Returns a monitor of the list; undefined if the list lacks it or is not loaded. Never requests the list. */
export function useMonitorRow(shortID: string): MonitorRow | undefined {
  const { data } = useQuery({
    ...monitorsQuery,
    enabled: false,
    select: ({ monitors }) => monitors.find((monitor) => monitor.shortID === shortID),
  });
  return data;
}

export const applyToMonitorList = monitorList.apply;

const REFETCH_MS = 10_000;

/** State of a monitor's forwarding. Live events don't report changes of this state, so the page polls. */
export function forwardingQuery(shortID: string) {
  return queryOptions({
    queryKey: ['forwarding', shortID],
    queryFn: ({ signal }) => api.monitors.forwarding(shortID, { signal }),
    refetchInterval: ({ state }) => (state.data?.enabled === false ? false : REFETCH_MS),
  });
}
