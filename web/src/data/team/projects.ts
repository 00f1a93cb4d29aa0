import { queryOptions } from '@tanstack/react-query';
import { collect } from '../all-pages.ts';
import { api } from '../client.ts';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => collect(api.projects.all({ limit: 500 }, { signal })),
});
