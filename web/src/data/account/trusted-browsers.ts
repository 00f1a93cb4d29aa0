import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** The browsers in which one signs in without a code, the last used first. */
export const trustedBrowsersQuery = queryOptions({
  queryKey: ['account', 'trusted-browsers'],
  queryFn: ({ signal }) => api.accounts.listTrustedBrowsers({ signal }),
});
