import type { Invitation, Member } from '@overdue/sdk';
import { OverdueError } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { allItems } from '../all-pages.ts';
import { api } from '../client.ts';

export const membersQuery = queryOptions({
  queryKey: ['team', 'members'],
  queryFn: ({ signal }): Promise<readonly Member[]> => allItems(api.members.all({}, { signal })),
});

/** Whether the user is the only owner of the team, and so can't leave the team or give up the role. */
export function isOnlyOwner(members: readonly Member[]): boolean {
  const [owner, ...others] = members.filter(({ role }) => role === 'owner');
  return owner?.isYou === true && others.length === 0;
}

export function memberTokensQuery(memberID: string) {
  return queryOptions({
    queryKey: ['team', 'members', memberID, 'tokens'],
    queryFn: async ({ signal }) => (await api.members.tokens(memberID, { limit: 1000 }, { signal })).tokens,
  });
}

export const invitationsQuery = queryOptions({
  queryKey: ['team', 'invitations'],
  queryFn: ({ signal }): Promise<readonly Invitation[]> => allItems(api.invitations.all({}, { signal })),
});

export const teamQuery = queryOptions({
  queryKey: ['team', 'settings'],
  queryFn: ({ signal }) => api.team.get({ signal }),
});

export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.invitations.lookUp(token, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether the invitation link is used, revoked, expired or unknown. The service doesn't distinguish these cases. */
export function isInvitationGone(error: unknown): boolean {
  return error instanceof OverdueError && [400, 404, 410, 422].includes(error.status);
}

export const usageQuery = queryOptions({
  queryKey: ['team', 'usage'],
  queryFn: ({ signal }) => api.team.usage({ signal }),
});
