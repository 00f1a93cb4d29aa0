import { queryOptions, useQuery } from '@tanstack/react-query';
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
