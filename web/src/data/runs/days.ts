import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** How long the data counts as fresh. A single ping hardly changes the data of a year. */
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
