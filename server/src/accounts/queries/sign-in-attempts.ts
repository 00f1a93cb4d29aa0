import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { AttemptLimit } from '../contract.ts';

/** Counts attempts in one statement, so that no concurrent attempt is lost. Refused attempts don't extend a window. */
export async function countAttempt(
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

export async function forgiveAttempts(db: Kysely<Schema>, key: string, scope: 'last' | 'all'): Promise<void> {
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
