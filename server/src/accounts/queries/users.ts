import { removalRefusal } from '@overdue/domain/access/membership.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Edit, Edited } from '../../database/edits.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import { lockTeam } from '../../database/team-lock.ts';
import { emailKey, hasUsers, isoTime } from '../../teams/queries/identity.ts';
import { countOwners, listMembers } from '../../teams/queries/members.ts';
import { deleteMembership } from '../../teams/queries/memberships.ts';
import type { CredentialChange, EmailChange, PasswordChange, User, UserKey } from '../contract.ts';
import { distrustBrowsers, forgetAllBrowsers } from './known-browsers.ts';
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

export async function findUser(db: Kysely<Schema>, by: UserKey): Promise<User | null> {
  const all = users(db);
  if (by === 'any') return parseUser(await all.limit(1).executeTakeFirst());
  const query = 'id' in by ? all.where('u.id', '=', by.id) : all.where('u.email', '=', emailKey(by.email));
  return parseUser(await query.executeTakeFirst());
}

export async function changeUser(
  db: Transaction<Schema>,
  {
    userID,
    edit,
    at,
  }: { readonly userID: string; readonly edit: Edit<User, { readonly name: string }>; readonly at: number },
  locks: RowLocks,
): Promise<Edited<User> | null> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .modifyEnd(locks.forChange('users'))
    .executeTakeFirst();
  const before = await findUser(db, { id: userID });
  if (before === null) return null;
  const change = edit.merge(before, () => null);
  if (change === null) return { before, after: before };
  const revision = before.revision + 1;
  await db
    .updateTable('users')
    .set({ name: change.name, revision, updated_at: isoTime(at) })
    .where('id', '=', userID)
    .execute();
  return { before, after: { ...before, ...change, revision } };
}

export async function changeCredentials(
  db: Transaction<Schema>,
  { userID, change, at }: { readonly userID: string; readonly change: CredentialChange; readonly at: number },
  locks: RowLocks,
): Promise<boolean> {
  const updated_at = isoTime(at);
  switch (change.kind) {
    case 'email':
      return changeEmail(db, { userID, change, updated_at });
    case 'password':
      await setPassword(db, { userID, change, updated_at });
      return true;
    case 'password_renewed':
      await endEarlierPassword(db, userID);
      return true;
    case 'email_verified':
      await verifyEmail(db, userID, updated_at);
      return true;
    case 'factors_removed':
      await removeFactors(db, userID, updated_at);
      return true;
    case 'browsers_distrusted':
      await distrustBrowsers(db, userID);
      return true;
    case 'account_deleted':
      return deleteUser(db, userID, locks);
  }
}

/** The condition and the unique index make sure that no two users get the same address. */
async function changeEmail(
  db: Transaction<Schema>,
  {
    userID,
    change,
    updated_at,
  }: { readonly userID: string; readonly change: EmailChange; readonly updated_at: string },
): Promise<boolean> {
  const email = emailKey(change.to);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(({ eb }) => ({
      email,
      email_verified: 1,
      revision: eb('revision', '+', 1),
      updated_at,
    }))
    .where('id', '=', userID)
    .where('email', '=', emailKey(change.from))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users as other').select('other.id').where('other.email', '=', email))),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endPendingSignIns(db, userID);
  return true;
}

async function setPassword(
  db: Transaction<Schema>,
  {
    userID,
    change: { accountID, hash, endsTwoFactor },
    updated_at,
  }: { readonly userID: string; readonly change: PasswordChange; readonly updated_at: string },
): Promise<void> {
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
  await endEarlierPassword(db, userID);
  await deleteSessions(db, userID, { exceptID: null });
}

async function endEarlierPassword(db: Transaction<Schema>, userID: string): Promise<void> {
  await endPendingSignIns(db, userID);
  await forgetAllBrowsers(db, userID);
}

/** Ends mailed links to reset the password, and sign-ins that wait for a code. */
async function endPendingSignIns(db: Transaction<Schema>, userID: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', userID).execute();
}

async function endTwoFactor(db: Transaction<Schema>, userID: string, updated_at: string): Promise<void> {
  await db.deleteFrom('two_factors').where('user_id', '=', userID).execute();
  await distrustBrowsers(db, userID);
  await db.updateTable('users').set({ two_factor_enabled: 0, updated_at }).where('id', '=', userID).execute();
}

async function removeFactors(db: Transaction<Schema>, userID: string, updated_at: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userID).execute();
  await forgetAllBrowsers(db, userID);
  await endTwoFactor(db, userID, updated_at);
}

async function verifyEmail(db: Transaction<Schema>, userID: string, updated_at: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email_verified: 1, updated_at })
    .where('id', '=', userID)
    .where('email_verified', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await removeFactors(db, userID, updated_at);
}

/**
 * Deletes a user with all memberships. Foreign keys delete the user's other rows. Returns false, and deletes nothing, if the user is
 * the only owner of a team.
 */
async function deleteUser(db: Transaction<Schema>, userID: string, locks: RowLocks): Promise<boolean> {
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
  await endPendingSignIns(db, userID);
  await db.deleteFrom('users').where('id', '=', userID).execute();
  if (!(await hasUsers(db))) await db.deleteFrom('first_setup').execute();
  return true;
}
