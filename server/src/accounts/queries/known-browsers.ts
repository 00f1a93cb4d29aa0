import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { AccountStore, ForgottenBrowsers, KnownBrowser, RememberedBrowser } from '../contract.ts';

type BrowserSelection = Parameters<AccountStore['forgetBrowsers']>[1];
type Row = Schema['known_browsers'];

function parseBrowser(row: Row): KnownBrowser {
  return {
    id: row.id,
    userID: row.user_id,
    createdAt: row.created_at,
    usedAt: row.used_at,
    trustedUntil: row.trusted_until,
    remoteAddress: row.remote_address,
    userAgent: row.user_agent,
  };
}

export async function listBrowsers(
  db: Kysely<Schema>,
  selection: Parameters<AccountStore['listBrowsers']>[0],
  now: number,
): Promise<KnownBrowser[]> {
  const unexpired = db.selectFrom('known_browsers').selectAll().where('expires_at', '>', now);
  const selected =
    'hash' in selection
      ? unexpired.where('token_hash', '=', selection.hash)
      : 'userID' in selection
        ? unexpired.where('user_id', '=', selection.userID)
        : unexpired.where('user_id', '=', selection.trustedBy).where('trusted_until', '>', now);
  const rows = await selected.orderBy('used_at', 'desc').orderBy('id').execute();
  return rows.map(parseBrowser);
}

/**
 * Records a sign-in under a new cookie, so that a cookie planted by an attacker is useless. If `trustedUntil` is null, a trusted
 * browser stays trusted until its previous expiry.
 */
export async function rememberBrowser(db: Transaction<Schema>, seen: RememberedBrowser): Promise<void> {
  if (seen.oldHash !== null) {
    await db
      .updateTable('known_browsers')
      .set({ token_hash: seen.hash })
      .where('token_hash', '=', seen.oldHash)
      .execute();
  }
  const values = {
    used_at: seen.at,
    expires_at: seen.expiresAt,
    remote_address: seen.remoteAddress,
    user_agent: seen.userAgent,
    ...(seen.trustedUntil === null ? {} : { trusted_until: seen.trustedUntil }),
  };
  await db
    .insertInto('known_browsers')
    .values({
      id: seen.id,
      user_id: seen.userID,
      token_hash: seen.hash,
      created_at: seen.at,
      trusted_until: null,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet(values))
    .execute();
  const surplus = await db
    .selectFrom('known_browsers')
    .select('id')
    .where('user_id', '=', seen.userID)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(seen.browsersMax)
    .execute();
  if (surplus.length === 0) return;
  await db
    .deleteFrom('known_browsers')
    .where(
      'id',
      'in',
      surplus.map(({ id }) => id),
    )
    .execute();
}

export async function forgetBrowsers(
  db: Transaction<Schema>,
  {
    userID,
    selection,
    now,
  }: { readonly userID: string; readonly selection: BrowserSelection; readonly now: number },
): Promise<ForgottenBrowsers> {
  const ofUser = db.deleteFrom('known_browsers').where('user_id', '=', userID);
  const chosen =
    'id' in selection
      ? ofUser.where('id', '=', selection.id)
      : ofUser.where('token_hash', '!=', selection.exceptHash ?? '');
  const trusted = await chosen.where('trusted_until', '>', now).executeTakeFirst();
  const untrusted = await chosen.executeTakeFirst();
  return {
    forgotten: Number(trusted.numDeletedRows + untrusted.numDeletedRows),
    trusted: Number(trusted.numDeletedRows),
  };
}

export async function forgetAllBrowsers(db: Transaction<Schema>, userID: string): Promise<void> {
  await db.deleteFrom('known_browsers').where('user_id', '=', userID).execute();
}

export async function distrustBrowsers(db: Kysely<Schema>, userID: string): Promise<void> {
  await db.updateTable('known_browsers').set({ trusted_until: null }).where('user_id', '=', userID).execute();
}
