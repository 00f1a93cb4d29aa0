import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** All policies of the team. */
export const escalationsQuery = queryOptions({
  queryKey: ['escalations'],
  queryFn: ({ signal }) => api.escalations.list({ signal }),
});
