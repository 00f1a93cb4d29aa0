import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../domain/access/access.ts';
import { mayDo } from '../../domain/access/access.ts';
import { refusesRemoval, refusesRole } from '../../domain/access/membership.ts';
import type { Check } from '../edits.ts';
import type { Schema } from '../schema.ts';
import type { Member, MembershipChange, MembershipOutcome } from './contract.ts';
import { countOwners, findMember } from './members.ts';

/** Reads the facts that decide on a change. Requires the team lock. */
async function findQuestion(db: Kysely<Schema>, { teamID, actorID, memberID }: MembershipChange) {
  const actor = actorID === null ? 'owner' : ((await findMember(db, teamID, actorID))?.role ?? null);
  const member = await findMember(db, teamID, memberID);
  if (member === null) return null;
  return {
    member,
    question: {
      actor,
      member: member.role,
      isSelf: actorID === memberID,
      owners: await countOwners(db, teamID),
    },
  };
}

export async function changeRole(
  db: Transaction<Schema>,
  {
    change,
    role,
    check,
  }: { readonly change: MembershipChange; readonly role: Role; readonly check?: Check<Member> | undefined },
): Promise<MembershipOutcome> {
  const found = await findQuestion(db, change);
  if (found === null) return { outcome: 'not_found' };
  const refusal = refusesRole(found.question, role);
  if (refusal !== null) return { outcome: refusal };
  check?.(found.member);
  await setRole(db, found.member, role);
  return { outcome: 'done', member: found.member };
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
  if (!mayDo('administer', role, 'write'))
    await db.deleteFrom('invitations').where('invited_by', '=', id).execute();
}

export async function removeMember(
  db: Transaction<Schema>,
  change: MembershipChange,
  check?: Check<Member>,
): Promise<MembershipOutcome> {
  const found = await findQuestion(db, change);
  if (found === null) return { outcome: 'not_found' };
  const refusal = refusesRemoval(found.question);
  if (refusal !== null) return { outcome: refusal };
  check?.(found.member);
  await deleteMembership(db, found.member.id);
  return { outcome: 'done', member: found.member };
}

/** Also revokes its tokens and open invitations. */
async function deleteMembership(db: Transaction<Schema>, memberID: string): Promise<void> {
  await db.deleteFrom('api_tokens').where('member_id', '=', memberID).execute();
  await db.deleteFrom('invitations').where('invited_by', '=', memberID).execute();
  await db.deleteFrom('members').where('id', '=', memberID).execute();
}

export async function transferTeam(
  db: Transaction<Schema>,
  change: MembershipChange & { readonly actorID: string },
): Promise<MembershipOutcome> {
  const found = await findQuestion(db, change);
  if (found === null) return { outcome: 'not_found' };
  if (found.question.actor !== 'owner') return { outcome: 'owners_only' };
  // Transferring to oneself changes nothing.
  if (found.question.isSelf) return { outcome: 'done', member: found.member };
  const actor = await findMember(db, change.teamID, change.actorID);
  await setRole(db, found.member, 'owner');
  if (actor !== null) await setRole(db, actor, 'admin');
  return { outcome: 'done', member: found.member };
}
