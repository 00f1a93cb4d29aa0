import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../domain/access/access.ts';
import { mayDo } from '../../domain/access/access.ts';
import { refusesRemoval, refusesRole } from '../../domain/access/membership.ts';
import { countOwners, insertDefaultProject, isoTime, members, parseMember } from '../accounts/identity.ts';
import type { Check } from '../edits.ts';
import type { Schema } from '../schema.ts';
import type { MembershipChange, MembershipOutcome } from './contract.ts';
import type { Member, NewTeam } from './members-contract.ts';

export async function pageMembers(
  db: Kysely<Schema>,
  teamID: string,
  afterID: string,
  limit: number,
): Promise<Member[]> {
  const rows = await members(db)
    .where('m.team_id', '=', teamID)
    .where('m.id', '>', afterID)
    .orderBy('m.id')
    .limit(limit)
    .execute();
  return rows.map(parseMember);
}

export async function findMember(
  db: Kysely<Schema>,
  teamID: string,
  memberID: string,
): Promise<Member | null> {
  const row = await members(db)
    .where('m.team_id', '=', teamID)
    .where('m.id', '=', memberID)
    .executeTakeFirst();
  return row === undefined ? null : parseMember(row);
}

export async function membershipsOf(db: Kysely<Schema>, userID: string): Promise<Member[]> {
  const rows = await members(db)
    .where('m.user_id', '=', userID)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute();
  return rows.map(parseMember);
}

/** Reads the facts that decide on a change. Requires the team lock. */
async function findQuestion(db: Kysely<Schema>, { teamID, actorID, memberID }: MembershipChange) {
  const actor = await findMember(db, teamID, actorID);
  const member = await findMember(db, teamID, memberID);
  if (member === null) return null;
  return {
    member,
    question: {
      actor: actor?.role ?? null,
      member: member.role,
      isSelf: actorID === memberID,
      owners: await countOwners(db, teamID),
    },
  };
}

export async function changeRole(
  db: Transaction<Schema>,
  change: MembershipChange,
  role: Role,
  check?: Check<Member>,
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

export async function endMembership(
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
export async function deleteMembership(db: Transaction<Schema>, memberID: string): Promise<void> {
  await db.deleteFrom('api_tokens').where('member_id', '=', memberID).execute();
  await db.deleteFrom('invitations').where('invited_by', '=', memberID).execute();
  await db.deleteFrom('members').where('id', '=', memberID).execute();
}

export async function transferTeam(
  db: Transaction<Schema>,
  change: MembershipChange,
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

export async function openTeam(
  db: Transaction<Schema>,
  team: NewTeam,
  { memberID, userID, max }: { readonly memberID: string; readonly userID: string; readonly max: number },
): Promise<'opened' | 'too_many' | 'slug_taken'> {
  const owned = await membershipsOf(db, userID);
  if (owned.filter(({ role }) => role === 'owner').length >= max) return 'too_many';
  const createdAt = isoTime(team.createdAt);
  const inserted = await db
    .insertInto('teams')
    .values({ id: team.teamID, name: team.name, slug: team.slug, created_at: createdAt })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return 'slug_taken';
  await insertDefaultProject(db, team);
  await db
    .insertInto('members')
    .values({ id: memberID, team_id: team.teamID, user_id: userID, role: 'owner', created_at: createdAt })
    .execute();
  return 'opened';
}
