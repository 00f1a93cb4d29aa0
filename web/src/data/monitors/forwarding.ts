import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

const REFETCH_MS = 10_000;

/** State of a monitor's forwarding. Live events don't report changes of this state, so the page polls. */
export function forwardingQuery(shortID: string) {
  return queryOptions({
    queryKey: ['forwarding', shortID],
    queryFn: ({ signal }) => api.monitors.forwarding(shortID, { signal }),
    refetchInterval: ({ state }) => (state.data?.enabled === false ? false : REFETCH_MS),
  });
}
