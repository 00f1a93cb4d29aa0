import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Not refetched with each ping, because a year hardly changes. */
const FRESH_MS = 5 * 60_000;

export function monitorDaysQuery(shortID: string, timezone: string) {
  return queryOptions({
    queryKey: ['days', shortID, timezone],
    queryFn: ({ signal }) => api.monitors.days(shortID, { timezone }, { signal }),
    staleTime: FRESH_MS,
  });
}

export function teamDaysQuery(timezone: string) {
  return queryOptions({
    queryKey: ['days', '', timezone],
    queryFn: ({ signal }) => api.runs.days({ timezone }, { signal }),
    staleTime: FRESH_MS,
  });
}
