import type { InvalidateQueryFilters, Query } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Those that are read again as soon as they have been read. */
const waiting = new Set<string>();

/**
 * Has what was read, and is shown, read again, since it may have changed. What is being read is begun anew, but for a first time: that
 * answer is shown as soon as it comes, and may be from before the change, so it is read once more after that.
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
