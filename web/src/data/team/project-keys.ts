import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** The query key starts with `projects`, so that the live stream refreshes the keys together with the projects. */
export function projectKeysQuery(projectShortID: string) {
  return queryOptions({
    queryKey: ['projects', projectShortID, 'keys'],
    queryFn: ({ signal }) => api.projects.listKeys(projectShortID, { signal }),
  });
}
