import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Reads the new email address that a mailed link confirms. */
export function emailChangeQuery(token: string) {
  return queryOptions({
    queryKey: ['email-change', token],
    queryFn: ({ signal }) => api.accounts.lookUpEmailChange(token, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
