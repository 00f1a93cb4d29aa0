import type { InvalidateQueryFilters, Query } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Queries to refetch after their current request. */
const waiting = new Set<string>();

/**
 * Refetches visible queries. Restarts running requests, except a query's first: its response is shown first,
 * because it may predate the change but is better than nothing.
 */
export function readAgain(filters: InvalidateQueryFilters = {}): void {
  const first = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state, queryHash }) => state.data === undefined && !waiting.has(queryHash));
  void queryClient.invalidateQueries(filters);
  for (const query of first) void readAfterwards(query);
}

async function readAfterwards({ promise, queryHash, queryKey }: Query): Promise<void> {
  waiting.add(queryHash);
  await promise?.catch(() => undefined);
  waiting.delete(queryHash);
  void queryClient.invalidateQueries({ queryKey, exact: true });
}
