import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Who is signed in, their teams, and which of them is open. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.accounts.get({ signal }),
  staleTime: 60_000,
});

/** What the sign-in page and the first visit need to know; no sign-in needed. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api.accounts.readSetup({ signal }),
  staleTime: 60_000,
});

/** Roles from the one who may do least. */
const RANKS = ['viewer', 'member', 'admin', 'owner'] as const;

/** Whether the person's role in the open team is at least `role`. The server decides; this only hides what it would refuse. */
export function useMay(role: (typeof RANKS)[number]): boolean {
  const { data } = useQuery(accountQuery);
  const own = data?.team?.role;
  return own !== undefined && RANKS.indexOf(own) >= RANKS.indexOf(role);
}
