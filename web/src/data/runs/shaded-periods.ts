import type { Incident, MaintenanceWindow } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';
import type { Span } from './spans.ts';

const INCIDENTS_MAX = 1000;

export function drawnIncidentsQuery(shortID: string | null) {
  return queryOptions({
    queryKey: ['incidents', 'drawn', shortID],
    queryFn: async ({ signal }): Promise<readonly Incident[]> => {
      const monitor = shortID === null ? {} : { monitor: shortID };
      return (await api.incidents.list({ ...monitor, limit: INCIDENTS_MAX }, { signal })).incidents;
    },
  });
}

export const drawnMaintenanceQuery = queryOptions({
  queryKey: ['maintenance', 'drawn'],
  queryFn: ({ signal }): Promise<readonly MaintenanceWindow[]> => api.maintenance.list({ signal }),
});

export function maintenanceSpans(
  window: MaintenanceWindow,
  fires: readonly number[],
  within: Span,
): readonly Span[] {
  const spans =
    window.startsAt !== null && window.endsAt !== null
      ? [{ from: Date.parse(window.startsAt), to: Date.parse(window.endsAt) }]
      : fires.map((at) => ({ from: at, to: at + (window.duration ?? 0) * 1000 }));
  return spans.filter(({ from, to }) => to > within.from && from < within.to);
}
