import type { InvalidateQueryFilters, Query } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Queries to read again once their current read ends. */
const waiting = new Set<string>();

/**
 * Refetches active queries that may be stale. Restarts running reads, except for first reads: these are shown as
 * soon as they arrive, then repeated, because they may predate the change.
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
