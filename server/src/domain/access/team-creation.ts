import type { Role } from './access.ts';

export const TEAM_CREATION = ['anyone', 'owners', 'nobody'] as const;
/** `anyone`, owners of a team, or nobody. */
export type TeamCreation = (typeof TEAM_CREATION)[number];

export function mayCreateTeams(allowed: TeamCreation, teams: readonly { readonly role: Role }[]): boolean {
  return allowed === 'anyone' || (allowed === 'owners' && teams.some(({ role }) => role === 'owner'));
}
