import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

const PAGE = 100;

export interface IncidentFilter {
  readonly state?: 'open' | 'closed' | undefined;
  readonly monitor?: string | undefined;
}

export function incidentsQuery({ state, monitor }: IncidentFilter) {
  return infiniteQueryOptions({
    queryKey: ['incidents', 'list', state ?? '', monitor ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.incidents.list({ limit: PAGE, state, monitor, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function incidentQuery(incidentID: string) {
  return queryOptions({
    queryKey: ['incidents', 'one', incidentID],
    queryFn: ({ signal }) => api.incidents.get(incidentID, { signal }),
  });
}

export function incidentDeliveriesQuery(incident: string) {
  return queryOptions({
    queryKey: ['deliveries', 'of-incident', incident],
    queryFn: async ({ signal }) =>
      (await api.deliveries.list({ incident, limit: PAGE }, { signal })).deliveries,
  });
}
