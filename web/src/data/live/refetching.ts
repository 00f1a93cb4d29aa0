import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

export type Refetch = (filters?: InvalidateQueryFilters) => void;

/**
 * Returns a function that refetches visible queries. A query whose request is still running is refetched after that request. To
 * cancel the request instead would show nothing new while data changes more often than a response takes.
 */
export function createRefetch(cache: QueryClient): Refetch {
  /** Queries to refetch after their current request. */
  const waiting = new Set<string>();

  async function refetchAfterwards({ promise, queryHash, queryKey }: Query): Promise<void> {
    waiting.add(queryHash);
    await promise?.catch(() => undefined);
    waiting.delete(queryHash);
    void cache.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }

  return (filters = {}) => {
    const running = cache
      .getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ queryHash }) => !waiting.has(queryHash));
    void cache.invalidateQueries(filters, { cancelRefetch: false });
    for (const query of running) void refetchAfterwards(query);
  };
}
