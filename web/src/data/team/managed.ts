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

/** Reads the monitors that configuration files manage, by file. */
export const managedMonitorsQuery = queryOptions({
  queryKey: ['team', 'managed', 'monitors'],
  queryFn: ({ signal }) => api.configuration.listManaged({ kind: 'monitor' }, { signal }),
  staleTime: 60_000,
});
