import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

export type Refetch = (filters?: InvalidateQueryFilters) => void;

/**
 * Returns a function that refetches visible queries. A query whose first request is still running is refetched after
 * that request.
 */
export function createRefetch(cache: QueryClient): Refetch {
  /** Queries to refetch after their current request. */
  const waiting = new Set<string>();

  async function refetchAfterwards({ promise, queryHash, queryKey }: Query): Promise<void> {
    waiting.add(queryHash);
    await promise?.catch(() => undefined);
    waiting.delete(queryHash);
    void cache.invalidateQueries({ queryKey, exact: true });
  }

  return (filters = {}) => {
    const first = cache
      .getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state, queryHash }) => state.data === undefined && !waiting.has(queryHash));
    void cache.invalidateQueries(filters);
    for (const query of first) void refetchAfterwards(query);
  };
}
