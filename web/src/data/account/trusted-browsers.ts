import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Browsers that sign in without a code, last used first. */
export const trustedBrowsersQuery = queryOptions({
  queryKey: ['account', 'trusted-browsers'],
  queryFn: ({ signal }) => api.accounts.listTrustedBrowsers({ signal }),
});
