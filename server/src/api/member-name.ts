import type { Access } from '@overdue/domain/access/access.ts';

/** Returns the name of the requesting member or, without a name, the email address. */
export async function memberName(
  { teamID, memberID }: Pick<Access, 'teamID' | 'memberID'>,
  store: {
    listMembers(selection: {
      readonly teamID: string;
      readonly memberID: string;
    }): Promise<readonly { readonly name: string; readonly email: string }[]>;
  },
): Promise<string> {
  const [member] = await store.listMembers({ teamID, memberID });
  return member?.name.trim() || (member?.email ?? '');
}
