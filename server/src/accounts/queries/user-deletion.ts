import { removalRefusal } from '@overdue/domain/access/membership.ts';
import type { Transaction } from 'kysely';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import { lockTeam } from '../../database/team-lock.ts';
import { hasUsers } from '../../teams/queries/identity.ts';
import { countOwners, listMembers } from '../../teams/queries/members.ts';
import { deleteMembership } from '../../teams/queries/memberships.ts';

/**
 * Deletes a user with all memberships. Foreign keys delete the user's other rows. Returns false, and deletes nothing, if the user is
 * the only owner of a team.
 */
export async function deleteUser(db: Transaction<Schema>, userID: string, locks: RowLocks): Promise<boolean> {
  // Locked first, so that of two last users deleted at the same time, the second opens the first set-up again.
  await db.selectFrom('first_setup').select('id').modifyEnd(locks.forDeletion('first_setup')).execute();
  // Waits for memberships that are being inserted.
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .modifyEnd(locks.forDeletion('users'))
    .execute();
  const teamIDs = (await listMembers(db, { userID })).map(({ teamID }) => teamID).toSorted();
  for (const teamID of teamIDs) await lockTeam(db, teamID, locks);
  const memberships = await listMembers(db, { userID });
  for (const { teamID, role } of memberships) {
    const owners = await countOwners(db, teamID);
    if (removalRefusal({ actor: role, member: role, isSelf: true, owners }) !== null) return false;
  }
  for (const membership of memberships) await deleteMembership(db, membership);
  // Ends mailed links and sign-ins that wait for a code.
  await db.deleteFrom('verifications').where('value', '=', userID).execute();
  await db.deleteFrom('users').where('id', '=', userID).execute();
  if (!(await hasUsers(db))) await db.deleteFrom('first_setup').execute();
  return true;
}
