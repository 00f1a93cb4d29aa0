import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

export const sharesQuery = queryOptions({
  queryKey: ['shares'],
  queryFn: ({ signal }) => api.shares.list({ signal }),
});
