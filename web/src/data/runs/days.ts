import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** How long the data counts as fresh. A single ping hardly changes the data of a year. */
const FRESH_MS = 5 * 60_000;

export function monitorDaysQuery(shortID: string, timezone: string) {
  return queryOptions({
    queryKey: ['days', shortID, timezone],
    queryFn: ({ signal }) => api.monitors.days(shortID, { timezone }, { signal }),
    staleTime: ({ state }) => (hasRuns(state.data) ? FRESH_MS : 0),
  });
}

/** Whether a year has runs. A year without runs is never fresh, because the first run changes all of it. */
function hasRuns(data: Awaited<ReturnType<typeof api.monitors.days>> | undefined): boolean {
  return (
    data?.days.some(({ succeeded, failed, missed, unknown }) => succeeded + failed + missed + unknown > 0) ??
    false
  );
}

export function teamDaysQuery(timezone: string) {
  return queryOptions({
    queryKey: ['days', '', timezone],
    queryFn: ({ signal }) => api.runs.days({ timezone }, { signal }),
    staleTime: FRESH_MS,
  });
}
