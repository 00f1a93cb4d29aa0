import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** The key begins like that of the projects, so that the live stream refreshes both. */
export function projectKeysQuery(projectShortID: string) {
  return queryOptions({
    queryKey: ['projects', projectShortID, 'keys'],
    queryFn: ({ signal }) => api.projects.listKeys(projectShortID, { signal }),
  });
}
