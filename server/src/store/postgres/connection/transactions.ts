import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';
import { DatabaseUnavailable } from '../../unavailable.ts';
import type { Within } from '../../within.ts';
import { DURABLY } from './frame.ts';
import { isConflict, isLockTimeout } from './row-error.ts';

const TRIES_MAX = 5;
/** A node that hangs, or has lost its network, gives its locks back: others wait for them, or pass over a whole team. */
const IDLE_MS_MAX = 5000;
/** Rows stay locked while the commit that changed them hangs. */
const LOCK_MS_MAX = 8000;

/**
 * Transactions of one statement after the other, each of which sees all that is committed when it begins: what a transaction
 * relies on between two of them, it locks. The server's default may be another isolation level.
 */
export function transactionsOf(kysely: Kysely<Schema>): Within {
  return async (work) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await kysely
          .transaction()
          .setIsolationLevel('read committed')
          .execute(async (transaction) => {
            await prepare(transaction);
            return work(transaction);
          });
      } catch (error) {
        if (isLockTimeout(error))
          throw new DatabaseUnavailable('PostgreSQL holds rows locked for longer than 8 seconds.', {
            cause: error,
          });
        if (tried === TRIES_MAX || !isConflict(error)) throw error;
      }
    }
  };
}

async function prepare(transaction: Transaction<Schema>): Promise<void> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(IDLE_MS_MAX)}, true),
    set_config('lock_timeout', ${String(LOCK_MS_MAX)}, true), ${sql.raw(DURABLY)}`.execute(transaction);
}
