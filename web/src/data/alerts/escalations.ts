import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

export const escalationsQuery = queryOptions({
  queryKey: ['escalations'],
  queryFn: ({ signal }) => api.escalations.list({ signal }),
});
