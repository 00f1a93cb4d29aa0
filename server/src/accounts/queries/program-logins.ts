import { SCOPES } from '@overdue/domain/access/access.ts';
import type { ProgramLogin } from '@overdue/domain/access/program-login.ts';
import { networkOf } from '@overdue/domain/network.ts';
import type { Kysely, Transaction } from 'kysely';
import type { QueryContext } from '../../database/query-context.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { ChangedLogin, ProgramLoginChange, ProgramLoginKey, ProgramLoginStore } from '../contract.ts';
import { insertToken, receiveToken, reportMember } from './tokens.ts';

const DECISIONS = ['pending', 'approved', 'denied', 'received'] as const;

async function openLogin(
  db: Transaction<Schema>,
  login: ProgramLogin,
  { max, totalMax }: { readonly max: number; readonly totalMax: number },
): Promise<'opened' | 'too_many' | 'taken'> {
  const waiting = db
    .selectFrom('device_authorizations')
    .where('expires_at', '>', login.createdAt)
    .where('decision', '=', 'pending');
  const { count } = await waiting
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= totalMax) return 'too_many';
  if (Number(count) >= max) {
    const network = networkOf(login.remoteAddress);
    const rows = await waiting.select('remote_address').execute();
    if (rows.some((row) => networkOf(row.remote_address) === network)) return 'too_many';
  }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('device_authorizations')
    .values({
      token_hash: login.unreceivedHash,
      token_prefix: login.tokenPrefix,
      user_code_hash: login.userCodeHash,
      host_name: login.hostName,
      remote_address: login.remoteAddress,
      scope: login.scope,
      created_at: login.createdAt,
      expires_at: login.expiresAt,
      interval_seconds: login.intervalSeconds,
      polled_at: login.polledAt,
      decision: login.decision,
    })
    .onConflict((conflict) => conflict.column('user_code_hash').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n ? 'opened' : 'taken';
}

async function findLogin(
  db: Kysely<Schema>,
  key: ProgramLoginKey,
  locks: RowLocks,
): Promise<ProgramLogin | null> {
  const row = await db
    .selectFrom('device_authorizations')
    .selectAll()
    .where(
      'unreceivedHash' in key ? 'token_hash' : 'user_code_hash',
      '=',
      'unreceivedHash' in key ? key.unreceivedHash : key.userCodeHash,
    )
    .modifyEnd(locks.forChange('device_authorizations'))
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    unreceivedHash: row.token_hash,
    tokenPrefix: row.token_prefix,
    userCodeHash: row.user_code_hash,
    hostName: row.host_name,
    remoteAddress: row.remote_address,
    scope: requireOneOf(SCOPES, row.scope, 'device_authorizations.scope'),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    intervalSeconds: row.interval_seconds,
    polledAt: row.polled_at,
    decision: requireOneOf(DECISIONS, row.decision, 'device_authorizations.decision'),
  };
}

async function saveChange(
  db: Transaction<Schema>,
  { unreceivedHash, tokenPrefix }: ProgramLogin,
  change: ProgramLoginChange,
): Promise<ChangedLogin['token']> {
  const update = db.updateTable('device_authorizations').where('token_hash', '=', unreceivedHash);
  switch (change.kind) {
    case 'nothing':
      return null;
    case 'poll':
      await update.set({ polled_at: change.polledAt, interval_seconds: change.intervalSeconds }).execute();
      return null;
    case 'deny':
      await update.set({ decision: 'denied' }).execute();
      return null;
    case 'approve':
      await update.set({ decision: 'approved' }).execute();
      await insertToken(db, { ...change.token, hash: unreceivedHash, prefix: tokenPrefix });
      return change.token;
    case 'receive':
      await update.set({ decision: 'received' }).execute();
      return receiveToken(db, unreceivedHash, change.hash);
  }
}

export function programLoginQueries(context: QueryContext): ProgramLoginStore {
  const { inTransaction, locks, insertWithReferences } = context;
  return {
    programLogins: {
      open: (login, limits) => inTransaction((transaction) => openLogin(transaction, login, limits)),
      async change(key, decide) {
        let approver: string | null = null;
        const changed = await inTransaction(async (transaction) => {
          const login = await findLogin(transaction, key, locks);
          if (login === null) return null;
          const change = decide(login);
          const references = change.kind === 'approve' ? change.references : undefined;
          approver = change.kind === 'approve' ? change.token.memberID : null;
          const token = await insertWithReferences(transaction, references, () =>
            saveChange(transaction, login, change),
          );
          return { login, token };
        });
        if (approver !== null) await reportMember(context, approver);
        return changed;
      },
    },
  };
}
