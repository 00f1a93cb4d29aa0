import type { Kysely, Transaction } from 'kysely';
import { ROLES } from '../../domain/access/access.ts';
import type { Edit, Edited } from '../edits.ts';
import type { RowLocks } from '../row-locks.ts';
import { oneOf } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { Member, NewMember, NewTeam } from '../teams/members-contract.ts';
import type { NewPassword, User, UserTeam } from './contract.ts';
import { insertTeam } from './identity.ts';
import { distrustBrowsers, forgetBrowsers } from './known-browsers.ts';
import { deleteSessions } from './sessions.ts';

function users(db: Kysely<Schema>) {
  return db
    .selectFrom('users as u')
    .leftJoin('accounts as a', (join) =>
      join
        .onRef('a.user_id', '=', 'u.id')
        .on('a.provider_id', '=', 'credential')
        .on('a.password', 'is not', null),
    )
    .select([
      'u.id',
      'u.email',
      'u.name',
      'u.email_verified',
      'u.two_factor_enabled',
      'u.revision',
      'a.id as account_id',
    ]);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>;

function parseUser(row: UserRow | undefined): User | null {
  if (row === undefined) return null;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    emailVerified: row.email_verified === 1,
    hasPassword: row.account_id !== null,
    twoFactor: row.two_factor_enabled === 1,
    revision: row.revision,
  };
}

export async function findUser(db: Kysely<Schema>, userID: string): Promise<User | null> {
  return parseUser(await users(db).where('u.id', '=', userID).executeTakeFirst());
}

export async function findUserByEmail(db: Kysely<Schema>, email: string): Promise<User | null> {
  return parseUser(await users(db).where('u.email', '=', email.toLowerCase()).executeTakeFirst());
}

export async function listTeamsOf(db: Kysely<Schema>, userID: string): Promise<UserTeam[]> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select(['t.id', 't.name', 'm.role'])
    .where('m.user_id', '=', userID)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute();
  return rows.map(({ id, name, role }) => ({
    teamID: id,
    name,
    role: oneOf(ROLES, role, 'members.role'),
  }));
}

export async function changeUser(
  db: Transaction<Schema>,
  userID: string,
  { edit, at }: { readonly edit: Edit<User, { readonly name: string }>; readonly at: number },
  locks: RowLocks,
): Promise<Edited<User> | null> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .modifyEnd(locks.waiting('users'))
    .executeTakeFirst();
  const before = await findUser(db, userID);
  if (before === null) return null;
  const change = edit.merge(before, () => null);
  if (change === null) return { before, after: before };
  const revision = before.revision + 1;
  await db
    .updateTable('users')
    .set({ name: change.name, revision, updated_at: new Date(at).toISOString() })
    .where('id', '=', userID)
    .execute();
  return { before, after: { ...before, ...change, revision } };
}

export async function givePassword(
  db: Transaction<Schema>,
  userID: string,
  { accountID, hash, endsTwoFactor }: NewPassword,
  at: number,
): Promise<void> {
  const updated_at = new Date(at).toISOString();
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password: hash, updated_at })
    .where('user_id', '=', userID)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    await db
      .insertInto('accounts')
      .values({
        id: accountID,
        user_id: userID,
        provider_id: 'credential',
        account_id: userID,
        password: hash,
        created_at: updated_at,
        updated_at,
      })
      .execute();
  }
  if (endsTwoFactor) await endTwoFactor(db, userID, updated_at);
  await forgetBrowsers(db, userID, { exceptHash: null, now: at });
  await deleteSessions(db, userID, null);
}

async function endTwoFactor(db: Transaction<Schema>, userID: string, updated_at: string): Promise<void> {
  await db.deleteFrom('two_factors').where('user_id', '=', userID).execute();
  await distrustBrowsers(db, userID);
  await db.updateTable('users').set({ two_factor_enabled: 0, updated_at }).where('id', '=', userID).execute();
}

export async function endFactors(db: Transaction<Schema>, userID: string, at: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userID).execute();
  await forgetBrowsers(db, userID, { exceptHash: null, now: at });
  await endTwoFactor(db, userID, new Date(at).toISOString());
}

export async function verifyEmail(db: Transaction<Schema>, userID: string, at: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email_verified: 1, updated_at: new Date(at).toISOString() })
    .where('id', '=', userID)
    .where('email_verified', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await endFactors(db, userID, at);
}

export async function hasUsers(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The row in `first_setup` makes a concurrent set-up wait for this one. */
export async function setUpFirst(
  db: Transaction<Schema>,
  team: NewTeam,
  owner: NewMember,
): Promise<Member | null> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('first_setup')
    .values({ id: 1, at: team.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n || (await hasUsers(db))) return null;
  return insertTeam(db, team, owner);
}
