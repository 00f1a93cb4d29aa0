import { type Role, roleMay } from '@overdue/domain/access/access.ts';
import {
  type MembershipFacts,
  type MembershipRefusal,
  removalRefusal,
  roleRefusal,
  teamDeletionRefusal,
  transferRefusal,
} from '@overdue/domain/access/membership.ts';
import { withoutMember } from '@overdue/domain/on-call/schedule.ts';
import type { Kysely, Transaction } from 'kysely';
import type { DeletionCheck } from '../../database/edits.ts';
import { readRotations } from '../../database/on-call-rows.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { readOr } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { Member, MembershipChange, MembershipOutcome, MembershipTarget } from '../contract.ts';
import { countOwners, findMember } from './members.ts';
import { deleteTeam, findObstacles } from './team-deletion.ts';

/** Reads the facts that decide whether a membership may be changed. Requires the team lock. */
async function findFacts(db: Kysely<Schema>, { teamID, actorID, memberID }: MembershipTarget) {
  const actor = actorID === null ? 'owner' : ((await findMember(db, teamID, actorID))?.role ?? null);
  const member = await findMember(db, teamID, memberID);
  if (member === null) return null;
  return {
    member,
    facts: {
      actor,
      member: member.role,
      isSelf: actorID === memberID,
      owners: await countOwners(db, teamID),
    },
  };
}

export async function changeMembership(
  db: Transaction<Schema>,
  change: MembershipChange,
  { locks, check }: { readonly locks: RowLocks; readonly check: DeletionCheck<Member> | undefined },
): Promise<MembershipOutcome> {
  const checked = await findFacts(db, change);
  if (checked === null) return { outcome: 'not_found' };
  const { member, facts } = checked;
  const refusal = await findRefusal(db, change, { facts, locks });
  if (refusal !== null) return { outcome: refusal };
  check?.(member);
  switch (change.action) {
    case 'change_role':
      await setRole(db, member, change.role);
      break;
    case 'remove':
      await deleteMembership(db, member);
      break;
    case 'transfer_team':
      // Transferring a team to oneself changes nothing.
      if (!facts.isSelf) await transferTeam(db, member, change);
      break;
    case 'delete_team':
      if (!(await deleteTeam(db, change.teamID, locks))) return { outcome: 'unfinished' };
  }
  return { outcome: 'done', member };
}

async function findRefusal(
  db: Transaction<Schema>,
  change: MembershipChange,
  { facts, locks }: { readonly facts: MembershipFacts; readonly locks: RowLocks },
): Promise<MembershipRefusal | null> {
  switch (change.action) {
    case 'change_role':
      return roleRefusal(facts, change.role);
    case 'remove':
      return removalRefusal(facts);
    case 'transfer_team':
      return transferRefusal(facts);
    case 'delete_team':
      return teamDeletionRefusal(facts, await findObstacles(db, change.teamID, locks));
  }
}

async function setRole(
  db: Transaction<Schema>,
  { id, role: before, revision }: Pick<Member, 'id' | 'role' | 'revision'>,
  role: Role,
): Promise<void> {
  if (role === before) return;
  await db
    .updateTable('members')
    .set({ role, revision: revision + 1 })
    .where('id', '=', id)
    .execute();
  if (!roleMay('administer', role)) await db.deleteFrom('invitations').where('invited_by', '=', id).execute();
}

/** Deletes a membership with its tokens and open invitations, and removes the member from on-call schedules. Requires the team lock. */
export async function deleteMembership(
  db: Transaction<Schema>,
  { id: memberID, teamID }: Pick<Member, 'id' | 'teamID'>,
): Promise<void> {
  await leaveOnCall(db, { teamID, memberID });
  await db.deleteFrom('api_tokens').where('member_id', '=', memberID).execute();
  await db.deleteFrom('invitations').where('invited_by', '=', memberID).execute();
  await db.deleteFrom('members').where('id', '=', memberID).execute();
}

async function transferTeam(
  db: Transaction<Schema>,
  member: Member,
  { teamID, actorID }: { readonly teamID: string; readonly actorID: string },
): Promise<void> {
  const actor = await findMember(db, teamID, actorID);
  await setRole(db, member, 'owner');
  if (actor !== null) await setRole(db, actor, 'admin');
}

/** Removes a member from all rotations, overrides and contacts. Requires the team lock. */
async function leaveOnCall(
  db: Transaction<Schema>,
  { teamID, memberID }: { readonly teamID: string; readonly memberID: string },
): Promise<void> {
  await db.deleteFrom('on_call_contacts').where('member_id', '=', memberID).execute();
  await db
    .deleteFrom('on_call_overrides')
    .where('team_id', '=', teamID)
    .where((where) => where.or([where('member_id', '=', memberID), where('replaces', '=', memberID)]))
    .execute();
  const schedules = await db
    .selectFrom('on_call_schedules')
    .select(['id', 'rotations', 'revision'])
    .where('team_id', '=', teamID)
    .where('rotations', 'like', `%${JSON.stringify(memberID)}%`)
    .orderBy('id')
    .execute();
  for (const { id, rotations, revision } of schedules) {
    const current = readOr(() => readRotations(rotations), null);
    if (current === null) continue;
    await db
      .updateTable('on_call_schedules')
      .set({ rotations: JSON.stringify(withoutMember(current, memberID)), revision: revision + 1 })
      .where('id', '=', id)
      .execute();
  }
}
