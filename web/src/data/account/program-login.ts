import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Reads a program login by its code. Never retried automatically, because the service counts wrong codes. */
export function loginQuery(code: string) {
  return queryOptions({
    queryKey: ['program-login', code],
    queryFn: ({ signal }) => api.tokens.findLogin(code, { signal }),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
