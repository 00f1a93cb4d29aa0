import { type Kysely, sql, type Transaction } from 'kysely';
import type { RunInTransaction } from '../query-context.ts';
import type { Schema } from '../schema.ts';
import { DatabaseUnavailable } from '../unavailable.ts';
import { isConflict, isLockTimeout } from './row-error.ts';
import { SET_DURABLE_COMMIT } from './transaction-statements.ts';

const ATTEMPTS_MAX = 5;
/** How long a stalled or disconnected node can keep its locks. Other nodes wait for these locks. */
const IDLE_MS_MAX = 5000;
/** How long to wait for a lock. Rows stay locked while the commit that changed them hangs. */
const LOCK_MS_MAX = 8000;

/**
 * Runs transactions in "read committed", whatever the server's default is: each statement sees everything that was committed
 * before it.
 */
export function createTransactionRunner(kysely: Kysely<Schema>): RunInTransaction {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
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
          throw new DatabaseUnavailable('Rows in PostgreSQL stayed locked for longer than 8 seconds.', {
            cause: error,
          });
        if (attempt === ATTEMPTS_MAX || !isConflict(error)) throw error;
      }
    }
  };
}

async function prepare(transaction: Transaction<Schema>): Promise<void> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(IDLE_MS_MAX)}, true),
    set_config('lock_timeout', ${String(LOCK_MS_MAX)}, true), ${sql.raw(SET_DURABLE_COMMIT)}`.execute(
    transaction,
  );
}
