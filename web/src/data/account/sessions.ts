import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Sessions of the signed-in person, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.accounts.listSessions({ signal }),
});
