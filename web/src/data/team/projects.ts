import { queryOptions } from '@tanstack/react-query';
import { allItems } from '../all-pages.ts';
import { api } from '../client.ts';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => allItems(api.projects.all({ limit: 500 }, { signal })),
});

/** The query key starts with `projects`, so that the live stream refreshes the keys together with the projects. */
export function projectKeysQuery(projectShortID: string) {
  return queryOptions({
    queryKey: ['projects', projectShortID, 'keys'],
    queryFn: ({ signal }) => api.projects.listKeys(projectShortID, { signal }),
  });
}

export const sharesQuery = queryOptions({
  queryKey: ['shares'],
  queryFn: ({ signal }) => api.shares.list({ signal }),
});
