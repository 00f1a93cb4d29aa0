import type { Connection, Connections } from '../../database/postgres/connections.ts';
import { isConflict, isRowError } from '../../database/postgres/row-error.ts';
import type { Send } from '../../database/postgres/send-groups.ts';
import {
  CHECK_CONSTRAINTS,
  RELEASE,
  ROLLBACK,
  ROLLBACK_TO_SAVEPOINT,
  SAVEPOINT,
} from '../../database/postgres/transaction-statements.ts';
import { type ApplyOutcome, type BatchInput, MISSING_OUTCOME } from '../../database/records.ts';
import type { Applier, RoundTripExtras } from './apply.ts';

/** Maximum number of attempts at a transaction that conflicts with others. */
const ATTEMPTS_MAX = 5;

/** Runs a transaction whose last statements commit it. Rolls back and rethrows if the work fails. */
export type Transact = <T>(work: (send: Send) => Promise<T>) => Promise<T>;

export function createTransact(connections: Connections, applier: Applier): Transact {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      const connection = await connections.connect();
      try {
        return await work((statements) => connection.pipeline(statements));
      } catch (error) {
        applier.forgetAll();
        await rollBack(connection);
        if (attempt === ATTEMPTS_MAX || !isConflict(error)) throw error;
      } finally {
        connection.release();
      }
    }
  };
}

/** Applies an input in its own savepoint, so that a failure doesn't affect the other inputs. */
export async function applyAlone(
  applier: Applier,
  input: BatchInput,
  { send, passesSetAside = false }: Pick<RoundTripExtras, 'send' | 'passesSetAside'>,
): Promise<ApplyOutcome> {
  try {
    // Checks deferred constraints within the savepoint, because a failure at the commit would fail the other inputs too.
    const close = [CHECK_CONSTRAINTS, RELEASE];
    const [applied] = await applier.apply({ send, open: [SAVEPOINT], close, passesSetAside }, [input]);
    return applied ?? MISSING_OUTCOME;
  } catch (error) {
    if (!isRowError(error)) throw error;
    await send([ROLLBACK_TO_SAVEPOINT]);
    return { outcome: 'failed', error };
  }
}

/**
 * Rolls back and ignores errors of the rollback. Runs after any error, so that the next user of the connection finds no open
 * transaction.
 */
async function rollBack(connection: Connection): Promise<void> {
  await connection.pipeline([ROLLBACK]).catch(() => undefined);
}
