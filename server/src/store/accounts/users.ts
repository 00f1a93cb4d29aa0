import type { Kysely, Transaction } from 'kysely';
import type { Edit, Edited } from '../edits.ts';
import type { RowLocks } from '../row-locks.ts';
import type { Schema } from '../schema.ts';
import type { NewPassword, User } from './contract.ts';
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
  {
    userID,
    password: { accountID, hash, endsTwoFactor },
    at,
  }: { readonly userID: string; readonly password: NewPassword; readonly at: number },
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
