import { ROLES, type Role } from '@overdue/domain/access/access.ts';
import { ADMINS_MAX } from '@overdue/domain/access/membership.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { Member, MemberSelection, NewMember, NewMembership } from '../contract.ts';
import { emailKey, findUserID, insertUser, isoTime } from './identity.ts';
import { usersWithFactor } from './security.ts';

function members(db: Kysely<Schema>) {
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
    ])
    .select((select) =>
      select
        .selectFrom('sessions as s')
        .whereRef('s.user_id', '=', 'm.user_id')
        .select((session) => session.fn.max<string | null>('s.updated_at').as('used_at'))
        .as('session_used_at'),
    );
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>;

function parseMember(row: MemberRow): Member {
  return {
    id: row.id,
    userID: row.user_id,
    teamID: row.team_id,
    team: row.team,
    email: row.email,
    name: row.name,
    role: requireOneOf(ROLES, row.role, 'members.role'),
    createdAt: Date.parse(row.created_at),
    revision: row.revision,
    lastActiveAt: row.session_used_at === null ? null : Date.parse(row.session_used_at),
  };
}

/** Lists members in order of joining. A page is sorted by ID instead, because it starts after an ID. IDs grow with time. */
export async function listMembers(
  db: Kysely<Schema>,
  of: MemberSelection,
  page?: { readonly afterID: string; readonly limit: number },
): Promise<Member[]> {
  const all =
    'teamID' in of
      ? members(db)
          .where('m.team_id', '=', of.teamID)
          .$if(of.memberID !== undefined, (team) => team.where('m.id', '=', of.memberID ?? ''))
          .$if(of.lacksFactor === true, (team) =>
            team.where(({ not, exists }) =>
              not(exists(usersWithFactor(db).where('f.id', '=', sql.ref<string>('m.user_id')))),
            ),
          )
      : 'userID' in of
        ? members(db).where('m.user_id', '=', of.userID)
        : members(db).where('m.id', '=', of.memberID);
  const query =
    page === undefined
      ? all.orderBy('m.created_at').orderBy('m.id')
      : all.where('m.id', '>', page.afterID).orderBy('m.id').limit(page.limit);
  return (await query.execute()).map(parseMember);
}

export async function findMember(
  db: Kysely<Schema>,
  teamID: string,
  memberID: string,
): Promise<Member | null> {
  return (await listMembers(db, { teamID, memberID }))[0] ?? null;
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

export async function insertMember(
  db: Transaction<Schema>,
  teamID: string,
  member: NewMember,
): Promise<{ readonly member: Member; readonly isNewUser: boolean }> {
  let existingUserID = await findUserID(db, member.email);
  const isNewUser = existingUserID === null && (await insertUser(db, member));
  // Another process has just created a user with this address.
  if (existingUserID === null && !isNewUser) existingUserID = await findUserID(db, member.email);
  const { memberID, role, createdAt } = member;
  const joined = { memberID, userID: existingUserID ?? member.userID, role, createdAt };
  return { member: await insertMembership(db, teamID, joined), isNewUser };
}

export async function insertMembership(
  db: Transaction<Schema>,
  teamID: string,
  { memberID, userID, role, createdAt }: NewMembership & Pick<NewMember, 'role' | 'createdAt'>,
): Promise<Member> {
  await db
    .insertInto('members')
    .values({ id: memberID, team_id: teamID, user_id: userID, role, created_at: isoTime(createdAt) })
    .execute();
  return parseMember(await members(db).where('m.id', '=', memberID).executeTakeFirstOrThrow());
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

const ADMINS: readonly Role[] = ['owner', 'admin'];

/** Returns the email addresses of a team's owners and admins: owners first, then in order of joining. */
export async function listAdminAddresses(db: Kysely<Schema>, teamID: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.team_id', '=', teamID)
    .where('m.role', 'in', ADMINS)
    // 'owner' sorts after 'admin'.
    .orderBy('m.role', 'desc')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(ADMINS_MAX)
    .execute();
  return rows.map(({ email }) => email);
}
