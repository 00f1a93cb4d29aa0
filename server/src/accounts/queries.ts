import { CamelCasePlugin, type Kysely, type Transaction } from 'kysely';
import type { QueryContext } from '../database/query-context.ts';
import type { Schema } from '../database/schema.ts';
import { touchProjectKey } from '../projects/queries/keys.ts';
import { touchDevice } from '../push/queries.ts';
import { listMembers } from '../teams/queries/members.ts';
import type { AccountStore, AttemptLimit } from './contract.ts';
import * as browsers from './queries/known-browsers.ts';
import * as sessions from './queries/sessions.ts';
import { touchToken } from './queries/tokens.ts';
import * as users from './queries/users.ts';

export function accountQueries({ db, feed, inTransaction, locks }: QueryContext): AccountStore {
  /** Changes a person, whom all members of the person's teams see. */
  async function changePerson<T>(
    userID: string,
    change: (transaction: Transaction<Schema>) => Promise<T>,
  ): Promise<T> {
    // Read before the change, which may end the memberships.
    const memberships = feed.isNeeded() ? await listMembers(db, { userID }) : [];
    const changed = await inTransaction(change);
    for (const { teamID } of memberships) feed.changed(teamID, 'team');
    await feed.accessChanged();
    return changed;
  }

  return {
    accountTables: accountTables(db),
    findSession: (token, now) => sessions.findSession(db, token, now),
    openSession: (session) => sessions.insertSession(db, session),
    recordUse(used, at) {
      if (used.kind === 'session') return sessions.touchSession(db, { ...used, at });
      if (used.kind === 'push_device') return touchDevice(db, used.id, at);
      return used.kind === 'token' ? touchToken(db, used.id, at) : touchProjectKey(db, used.id, at);
    },
    changeSession: (session, change) =>
      inTransaction((transaction) => sessions.changeSession(transaction, session, change)),
    listBrowsers: (selection, now) => browsers.listBrowsers(db, selection, now),
    rememberBrowser: (browser) =>
      inTransaction((transaction) => browsers.rememberBrowser(transaction, browser)),
    forgetBrowsers: (userID, selection, now) =>
      inTransaction((transaction) => browsers.forgetBrowsers(transaction, { userID, selection, now })),
    findVerification: (identifier, now) => findVerification(db, identifier, now),
    takeTOTPStep: (userID, step) => takeTOTPStep(db, userID, step),
    listSessions: (userID, now) => sessions.listSessions(db, userID, now),
    async endSessions(userID, selection) {
      const ended = await sessions.deleteSessions(db, userID, selection);
      await feed.accessChanged();
      return ended;
    },
    findUser: (by) => users.findUser(db, by),
    changeUser: (userID, edit, at) =>
      changePerson(userID, (transaction) => users.changeUser(transaction, { userID, edit, at }, locks)),
    changeCredentials: (userID, change, at) =>
      changePerson(userID, (transaction) =>
        users.changeCredentials(transaction, { userID, change, at }, locks),
      ),
    countAttempt: (key, limit, now) =>
      inTransaction((transaction) => countAttempt(transaction, { key, limit, now })),
    forgiveAttempts: (key, scope) => forgiveAttempts(db, key, scope),
  };
}

/**
 * The tables as better-auth expects them, in camel case. Both databases are declared as SQLite, because columns store times as
 * ISO text and flags as numbers. Transactions are off, because better-auth's hooks call the store. Within a transaction, these
 * calls would deadlock on SQLite's only connection.
 */
function accountTables(db: Kysely<Schema>): AccountStore['accountTables'] {
  return { db: db.withPlugin(new CamelCasePlugin()), type: 'sqlite', transaction: false };
}

async function findVerification(db: Kysely<Schema>, identifier: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', new Date(now).toISOString())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Claims a time step unless this step or a later step was claimed before. If two nodes try concurrently, only one succeeds. */
async function takeTOTPStep(db: Kysely<Schema>, userID: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userID)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts attempts in one statement, so that no concurrent attempt is lost. Refused attempts don't extend a window. */
async function countAttempt(
  db: Transaction<Schema>,
  {
    key,
    limit: { max, withinMs },
    now,
  }: { readonly key: string; readonly limit: AttemptLimit; readonly now: number },
): Promise<number | null> {
  const over = now - withinMs;
  const { attempts, since_at } = await db
    .insertInto('sign_in_attempts')
    .values({ key, attempts: 1, since_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        attempts: row
          .case()
          .when('sign_in_attempts.since_at', '<=', over)
          .then(1)
          .else(row('sign_in_attempts.attempts', '+', 1))
          .end(),
        since_at: row
          .case()
          .when('sign_in_attempts.since_at', '<=', over)
          .then(now)
          .else(row.ref('sign_in_attempts.since_at'))
          .end(),
      })),
    )
    .returning(['attempts', 'since_at'])
    .executeTakeFirstOrThrow();
  return attempts <= max ? null : Math.max(1, Math.ceil((since_at + withinMs - now) / 1000));
}

async function forgiveAttempts(db: Kysely<Schema>, key: string, scope: 'last' | 'all'): Promise<void> {
  if (scope === 'all') await db.deleteFrom('sign_in_attempts').where('key', '=', key).execute();
  else await forgiveLast(db, key);
}

async function forgiveLast(db: Kysely<Schema>, key: string): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('attempts', '>', 0)
    .execute();
}
