import type { Role } from './access.ts';

export const TEAM_CREATION = ['anyone', 'owners', 'nobody'] as const;
/** Users who may create teams: anyone, owners of an existing team, or no user. */
export type TeamCreation = (typeof TEAM_CREATION)[number];

export function mayCreateTeams(allowed: TeamCreation, teams: readonly { readonly role: Role }[]): boolean {
  return allowed === 'anyone' || (allowed === 'owners' && teams.some(({ role }) => role === 'owner'));
}
