import { Kysely, PostgresDialect } from 'kysely';
import type { Connections } from '../../database/postgres/connections.ts';
import { createTransactionRunner } from '../../database/postgres/transactions.ts';
import type { MonitorTransaction } from '../../database/query-context.ts';
import type { ApplyOutcome } from '../../database/records.ts';
import type { Schema } from '../../database/schema.ts';
import type { Applier, RoundTripExtras } from './apply.ts';
import { deleteMonitor } from './history.ts';

/** Called after a commit. */
interface Committed {
  /** Called after the commit with the outcomes of edits. */
  edited(applied: readonly ApplyOutcome[]): Promise<void>;
  deleted(): void;
}

/** Creates transactions in which queries and monitor edits share one connection. */
export function createMonitorTransactions(
  connections: Connections,
  applier: Applier,
  { edited, deleted }: Committed,
): MonitorTransaction {
  return async (work) => {
    const connection = await connections.connect();
    const keeping = { ...connection, release() {} };
    const kysely = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { ...connections, connect: async () => keeping } }),
    });
    const extras: RoundTripExtras = {
      send: async (statements) => (statements.length === 0 ? [] : connection.pipeline(statements)),
      open: [],
      close: [],
    };
    const applied: ApplyOutcome[] = [];
    let deletes = false;
    try {
      const result = await createTransactionRunner(kysely)((transaction) => {
        applied.length = 0;
        return work(transaction, {
          async applyEdits(edits) {
            const outcomes = await applier.apply(extras, edits);
            applied.push(...outcomes);
            return outcomes;
          },
          delete(id, at, check) {
            deletes = true;
            return deleteMonitor(transaction, { id, at, check });
          },
        });
      });
      if (deletes) deleted();
      await edited(applied);
      return result;
    } catch (error) {
      if (applied.length > 0) applier.forgetAll();
      throw error;
    } finally {
      connection.release();
    }
  };
}
