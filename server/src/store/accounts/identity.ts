import type { Kysely, Transaction } from 'kysely';
import { ROLES } from '../../domain/access/access.ts';
import { PROJECT_ALERTING_DEFAULT } from '../../domain/alerting/settings.ts';
import { insertProject } from '../projects/queries.ts';
import { oneOf } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { Member, NewMember, NewTeam } from '../teams/members-contract.ts';

const DEFAULT_PROJECT_NAME = 'Default';

/** Normalizes an email address for storage and comparison, as better-auth does. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function members(db: Kysely<Schema>) {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select([
      'm.id',
      'm.user_id',
      'm.team_id',
      'm.role',
      'm.created_at',
      'm.revision',
      't.name as team',
      'u.email',
      'u.name',
    ]);
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>;

export function parseMember(row: MemberRow): Member {
  return {
    id: row.id,
    userID: row.user_id,
    teamID: row.team_id,
    team: row.team,
    email: row.email,
    name: row.name,
    role: oneOf(ROLES, row.role, 'members.role'),
    createdAt: Date.parse(row.created_at),
    revision: row.revision,
  };
}

export async function listMembers(db: Kysely<Schema>, teamID: string): Promise<Member[]> {
  const rows = await members(db)
    .where('m.team_id', '=', teamID)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute();
  return rows.map(parseMember);
}

function findMemberByEmail(
  db: Kysely<Schema>,
  teamID: string,
  email: string,
): Promise<MemberRow | undefined> {
  return members(db)
    .where('m.team_id', '=', teamID)
    .where('u.email', '=', emailKey(email))
    .executeTakeFirst();
}

export async function insertTeam(db: Transaction<Schema>, team: NewTeam, owner: NewMember): Promise<Member> {
  const { teamID, name, slug, createdAt } = team;
  await db
    .insertInto('teams')
    .values({ id: teamID, name, slug, created_at: isoTime(createdAt) })
    .execute();
  await insertDefaultProject(db, team);
  const { member } = await insertMember(db, teamID, owner);
  return member;
}

export async function insertDefaultProject(
  db: Transaction<Schema>,
  { teamID, projectShortID, createdAt }: NewTeam,
): Promise<void> {
  await insertProject(db, {
    teamID,
    shortID: projectShortID,
    name: DEFAULT_PROJECT_NAME,
    isDefault: true,
    createdAt,
    alerting: PROJECT_ALERTING_DEFAULT,
  });
}

export async function addMember(
  db: Transaction<Schema>,
  teamID: string,
  member: NewMember,
): Promise<
  | { readonly outcome: 'added'; readonly member: Member; readonly isNewUser: boolean }
  | { readonly outcome: 'exists' }
> {
  if ((await findMemberByEmail(db, teamID, member.email)) !== undefined) return { outcome: 'exists' };
  return { outcome: 'added', ...(await insertMember(db, teamID, member)) };
}

async function insertMember(
  db: Transaction<Schema>,
  teamID: string,
  member: NewMember,
): Promise<{ readonly member: Member; readonly isNewUser: boolean }> {
  let known = await findUserID(db, member.email);
  const isNewUser = known === null && (await insertUser(db, member));
  // Another process has just created a user with this address.
  if (known === null && !isNewUser) known = await findUserID(db, member.email);
  await db
    .insertInto('members')
    .values({
      id: member.memberID,
      team_id: teamID,
      user_id: known ?? member.userID,
      role: member.role,
      created_at: isoTime(member.createdAt),
    })
    .execute();
  const row = await members(db).where('m.id', '=', member.memberID).executeTakeFirstOrThrow();
  return { member: parseMember(row), isNewUser };
}

async function findUserID(db: Kysely<Schema>, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailKey(email))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Inserts a user, with the password if there is one. False if a user with this address exists. */
export async function insertUser(
  db: Transaction<Schema>,
  user: Omit<NewMember, 'memberID' | 'role'>,
): Promise<boolean> {
  const times = { created_at: isoTime(user.createdAt), updated_at: isoTime(user.createdAt) };
  const inserted = await db
    .insertInto('users')
    .values({
      id: user.userID,
      email: emailKey(user.email),
      name: user.name,
      email_verified: user.emailVerified === false ? 0 : 1,
      image: null,
      ...times,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  if (user.passwordHash === null) return true;
  await db
    .insertInto('accounts')
    .values({
      id: user.accountID,
      user_id: user.userID,
      provider_id: 'credential',
      // better-auth looks for the password in an account whose ID is the user's.
      account_id: user.userID,
      password: user.passwordHash,
      ...times,
    })
    .execute();
  return true;
}

export async function deleteMember(
  db: Transaction<Schema>,
  teamID: string,
  email: string,
): Promise<'removed' | 'not_found' | 'last_owner'> {
  const member = await findMemberByEmail(db, teamID, email);
  if (member === undefined) return 'not_found';
  if (member.role === 'owner' && (await countOwners(db, teamID)) === 1) return 'last_owner';
  await db.deleteFrom('api_tokens').where('member_id', '=', member.id).execute();
  await db.deleteFrom('members').where('id', '=', member.id).execute();
  return 'removed';
}

export async function countOwners(db: Kysely<Schema>, teamID: string): Promise<number> {
  const { owners } = await db
    .selectFrom('members')
    .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('owners'))
    .where('team_id', '=', teamID)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return owners;
}

export function listTeams(
  db: Kysely<Schema>,
): Promise<{ readonly id: string; readonly name: string; readonly slug: string }[]> {
  return db.selectFrom('teams').select(['id', 'name', 'slug']).orderBy('created_at').orderBy('id').execute();
}
