import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Reads which configuration file manages a resource; null if none does. */
export function managedQuery(id: string) {
  return queryOptions({
    queryKey: ['team', 'managed', id],
    queryFn: ({ signal }) => api.configuration.managerOf(id, { signal }),
    staleTime: 60_000,
  });
}
