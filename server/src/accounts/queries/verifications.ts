import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

export async function findVerification(
  db: Kysely<Schema>,
  identifier: string,
  now: number,
): Promise<string | null> {
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
export async function takeTOTPStep(db: Kysely<Schema>, userID: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userID)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
