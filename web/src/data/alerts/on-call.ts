import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** The live stream invalidates all queries whose key begins with `on_call`. */
const RESOURCE = 'on_call';
export const ON_CALL_KEY = [RESOURCE] as const;

const AGAIN_MS = 60_000;

/** Members on call now. Read again each minute, because shifts end without an event. */
export const onCallQuery = queryOptions({
  queryKey: [RESOURCE, 'now'],
  queryFn: ({ signal }) => api.onCall.now({ signal }),
  refetchInterval: AGAIN_MS,
});

export const onCallSchedulesQuery = queryOptions({
  queryKey: [RESOURCE, 'schedules'],
  queryFn: ({ signal }) => api.onCall.list({ signal }),
  refetchInterval: AGAIN_MS,
});

export function coverageQuery(shortID: string, from: number, to: number) {
  const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return queryOptions({
    queryKey: [RESOURCE, 'coverage', shortID, from, to],
    queryFn: ({ signal }) => api.onCall.coverage(shortID, period, { signal }),
  });
}

export function overridesQuery(shortID: string) {
  return queryOptions({
    queryKey: [RESOURCE, 'overrides', shortID],
    queryFn: ({ signal }) => api.onCall.listOverrides(shortID, { signal }),
  });
}

export const onCallContactsQuery = queryOptions({
  queryKey: [RESOURCE, 'contacts'],
  queryFn: ({ signal }) => api.onCall.listContacts({ signal }),
});

export const onCallCalendarQuery = queryOptions({
  queryKey: [RESOURCE, 'calendar'],
  queryFn: ({ signal }) => api.onCall.getCalendar({ signal }),
});
