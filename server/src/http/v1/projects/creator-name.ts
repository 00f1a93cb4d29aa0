import type { Access } from '../../../domain/access/access.ts';
import type { TeamStore } from '../../../store/teams/contract.ts';

/** Returns the member's name or, without a name, the email. Stored with resources that the member creates. */
export async function creatorName(
  { teamID, memberID }: Pick<Access, 'teamID' | 'memberID'>,
  store: Pick<TeamStore, 'listMembers'>,
): Promise<string> {
  const [member] = await store.listMembers({ teamID, memberID });
  return member?.name.trim() || (member?.email ?? '');
}
