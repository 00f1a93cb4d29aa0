import type { Token } from '@overdue/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { allItems } from '../all-pages.ts';
import { api } from '../client.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.accounts.get({ signal }),
  staleTime: 60_000,
});

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api.accounts.readSetup({ signal }),
  staleTime: 60_000,
});

/** Roles, from least to most privileged. */
const RANKS = ['viewer', 'member', 'admin', 'owner'] as const;

/** Whether the user's role is at least `role`. Use this only to hide controls; the server enforces permissions. */
export function useHasRole(role: (typeof RANKS)[number]): boolean {
  const { data } = useQuery(accountQuery);
  const own = data?.team?.role;
  return own !== undefined && RANKS.indexOf(own) >= RANKS.indexOf(role);
}

/** Reads how many backup codes are left; null without two-factor authentication. */
export const backupCodesQuery = queryOptions({
  queryKey: ['account', 'backup-codes'],
  queryFn: ({ signal }) => api.accounts.countBackupCodes({ signal }),
});

export const devicesQuery = queryOptions({
  queryKey: ['account', 'devices'],
  queryFn: ({ signal }) => api.accounts.listDevices({ signal }),
});

/** Reads the new email address that a mailed link confirms. */
export function emailChangeQuery(token: string) {
  return queryOptions({
    queryKey: ['email-change', token],
    queryFn: ({ signal }) => api.accounts.lookUpEmailChange(token, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.accounts.listSessions({ signal }),
});

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }): Promise<readonly Token[]> => allItems(api.tokens.all({}, { signal })),
});

export const trustedBrowsersQuery = queryOptions({
  queryKey: ['account', 'trusted-browsers'],
  queryFn: ({ signal }) => api.accounts.listTrustedBrowsers({ signal }),
});

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
