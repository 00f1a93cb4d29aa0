import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { NewMember } from '../contract.ts';

/** Normalizes an email address for storage and comparison, as better-auth does. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export async function findUserID(db: Kysely<Schema>, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailKey(email))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Inserts a user, with the password if there is one. Returns false if a user with this address exists. */
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
      // better-auth looks up the password in the account whose ID equals the user ID.
      account_id: user.userID,
      password: user.passwordHash,
      ...times,
    })
    .execute();
  return true;
}

export async function hasUsers(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
