import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.accounts.listSessions({ signal }),
});
