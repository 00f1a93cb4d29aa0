import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** The browsers that are signed in as oneself, the last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.accounts.listSessions({ signal }),
});
