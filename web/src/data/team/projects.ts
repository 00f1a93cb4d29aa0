import { queryOptions } from '@tanstack/react-query';
import { allItems } from '../all-pages.ts';
import { api } from '../client.ts';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => allItems(api.projects.all({ limit: 500 }, { signal })),
});
