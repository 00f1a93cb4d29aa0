import type { Transaction } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import type { PrunePolicy } from '../../operations.ts';
import { pruneCounts } from '../../run-counts/pruned.ts';
import type { Pruned } from './aged-rows.ts';

/** How long counts of attempts are kept: longer than the window of any rate limit. */
const ATTEMPTS_KEPT_MS = 86_400_000;
/** How long program logins are kept after their expiry, so that a program learns why it gets no token. */
const LOGINS_KEPT_MS = 3_600_000;
/** How long overrides of on-call schedules are kept after their end. */
const OVERRIDES_KEPT_MS = 400 * 86_400_000;

/** Deletes at most `rows` expired rows of each table. */
export async function pruneExpired(
  db: Transaction<Schema>,
  { now, rowsPerStep }: PrunePolicy,
): Promise<Pruned> {
  const at = new Date(now).toISOString();
  let deleted = 0n;
  // A device outlives the expiry of its session, because its owner may be on call. Only a sign-out deletes the device.
  const expired = db.selectFrom('sessions').select('id').where('expires_at', '<=', at);
  await db.updateTable('push_devices').set({ session_id: null }).where('session_id', 'in', expired).execute();
  for (const table of ['sessions', 'verifications'] as const) {
    const old = db.selectFrom(table).select('id').where('expires_at', '<=', at).limit(rowsPerStep);
    deleted += (await db.deleteFrom(table).where('id', 'in', old).executeTakeFirst()).numDeletedRows;
  }
  const unseen = db
    .selectFrom('known_browsers')
    .select('id')
    .where('expires_at', '<=', now)
    .limit(rowsPerStep);
  deleted += (await db.deleteFrom('known_browsers').where('id', 'in', unseen).executeTakeFirst())
    .numDeletedRows;
  const ended = db
    .selectFrom('device_authorizations')
    .select('token_hash')
    .where('expires_at', '<=', now - LOGINS_KEPT_MS)
    .limit(rowsPerStep);
  // The program of an approved login never received its token.
  await db.deleteFrom('api_tokens').where('hash', 'in', ended).execute();
  deleted += (
    await db.deleteFrom('device_authorizations').where('token_hash', 'in', ended).executeTakeFirst()
  ).numDeletedRows;
  const over = db
    .selectFrom('on_call_overrides')
    .select('id')
    .where('to_at', '<=', now - OVERRIDES_KEPT_MS)
    .limit(rowsPerStep);
  deleted += (await db.deleteFrom('on_call_overrides').where('id', 'in', over).executeTakeFirst())
    .numDeletedRows;
  const old = db
    .selectFrom('sign_in_attempts')
    .select('key')
    .where('since_at', '<=', now - ATTEMPTS_KEPT_MS)
    .limit(rowsPerStep);
  deleted += (await db.deleteFrom('sign_in_attempts').where('key', 'in', old).executeTakeFirst())
    .numDeletedRows;
  if (deleted < rowsPerStep) await pruneCounts(db, now);
  return { deleted: Number(deleted), next: deleted >= rowsPerStep ? { by: 'expiry' } : null };
}
