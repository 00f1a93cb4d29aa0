import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

export const trustedBrowsersQuery = queryOptions({
  queryKey: ['account', 'trusted-browsers'],
  queryFn: ({ signal }) => api.accounts.listTrustedBrowsers({ signal }),
});
