import type { Access } from '@overdue/domain/access/access.ts';
import type { TeamStore } from '../teams/contract.ts';

/** Returns the name of the requesting member or, without a name, the email address. */
export async function memberName(
  { teamID, memberID }: Pick<Access, 'teamID' | 'memberID'>,
  store: Pick<TeamStore, 'listMembers'>,
): Promise<string> {
  const [member] = await store.listMembers({ teamID, memberID });
  return member?.name.trim() || (member?.email ?? '');
}
