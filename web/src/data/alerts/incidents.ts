import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../client.ts';
import { monitorsQuery } from '../monitors/monitors.ts';
import { refetchIntervalMs } from './incident-refetch.ts';

const PAGE = 100;

export interface IncidentFilter {
  readonly state?: 'open' | 'closed' | undefined;
  readonly monitor?: string | undefined;
  /** Sort order: `opened`: most recently opened first; `ended`: only closed incidents, most recently ended first. */
  readonly order?: 'opened' | 'ended' | undefined;
  /** Period in which the incidents opened, RFC 3339. */
  readonly opened?: { readonly from: string; readonly to: string } | undefined;
  /** Filters by the monitor, in the format of the API: values joined with commas. */
  readonly project?: string | undefined;
  readonly tag?: string | undefined;
  readonly severity?: string | undefined;
}

export function incidentsQuery({ order = 'opened', opened, ...filter }: IncidentFilter) {
  const query = { limit: PAGE, order, ...opened, ...filter };
  return infiniteQueryOptions({
    queryKey: ['incidents', 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api.incidents.list({ ...query, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function incidentQuery(incidentID: string) {
  return queryOptions({
    queryKey: ['incidents', 'one', incidentID],
    queryFn: ({ signal }) => api.incidents.get(incidentID, { signal }),
    refetchInterval: ({ state }) => refetchIntervalMs(state.data, Date.now()),
  });
}

/** Maximum open incidents read for the top of the list. */
export const OPEN_INCIDENTS_MAX = 100;

export type MonitorFilter = Pick<IncidentFilter, 'project' | 'tag' | 'severity'>;

/** Open incidents whose monitors match a filter, newest first. */
export function openIncidentsOf(filter: MonitorFilter) {
  return queryOptions({
    queryKey: ['incidents', 'open', filter],
    queryFn: ({ signal }) =>
      api.incidents.list({ state: 'open', limit: OPEN_INCIDENTS_MAX, ...filter }, { signal }),
  });
}

/** Numbers of open incidents for the navigation. */
export const openCountQuery = queryOptions({
  queryKey: ['incidents', 'count'],
  queryFn: ({ signal }) => api.incidents.countOpen({ signal }),
});

/**
 * Comparison of the logs of an incident's failed run and the last successful run. `event` is the number of the event with the
 * failed run's log, so a newer failure causes a new request.
 */
export function comparisonQuery(incidentID: string, event: number) {
  return queryOptions({
    queryKey: ['incident-comparison', incidentID, event],
    queryFn: ({ signal }) => api.incidents.compareLogs(incidentID, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Counts open incidents, and those that no member has acknowledged. Uses the monitor list if the page loads it. */
export function useOpenCount({ hasMonitors }: { readonly hasMonitors: boolean }): {
  readonly count: number;
  readonly unacknowledged: number;
} {
  const { data: ofMonitors } = useQuery({
    ...monitorsQuery,
    enabled: false,
    select: ({ monitors }) =>
      countOf(monitors.flatMap(({ incident }) => (incident === null ? [] : [incident]))),
  });
  const { data: counted } = useQuery({
    ...openCountQuery,
    enabled: ofMonitors === undefined && !hasMonitors,
  });
  if (ofMonitors !== undefined) return ofMonitors;
  return { count: counted?.open ?? 0, unacknowledged: counted?.unacknowledged ?? 0 };
}

function countOf(incidents: readonly { readonly acknowledgedAt: string | null }[]) {
  return {
    count: incidents.length,
    unacknowledged: incidents.filter(({ acknowledgedAt }) => acknowledgedAt === null).length,
  };
}
