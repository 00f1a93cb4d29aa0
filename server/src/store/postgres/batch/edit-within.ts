import { Kysely, PostgresDialect } from 'kysely';
import type { WithinEditing } from '../../query-context.ts';
import type { Applied } from '../../records.ts';
import type { Schema } from '../../schema.ts';
import type { Connections } from '../connection/connections.ts';
import { transactionsOf } from '../connection/transactions.ts';
import type { Applier, Frame } from './apply.ts';

/** Runs transactions whose edits are applied on the same connection. `onCommit` gets the outcomes of committed edits. */
export function editingTransactionsOf(
  connections: Connections,
  applier: Applier,
  onCommit: (applied: readonly Applied[]) => void,
): WithinEditing {
  return async (work) => {
    const connection = await connections.connect();
    const keeping = { ...connection, release() {} };
    const kysely = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { ...connections, connect: async () => keeping } }),
    });
    const frame: Frame = {
      send: async (statements) => (statements.length === 0 ? [] : connection.pipeline(statements)),
      open: [],
      close: [],
    };
    let applied: readonly Applied[] = [];
    try {
      const result = await transactionsOf(kysely)((transaction) =>
        work(transaction, async (edits) => {
          applied = await applier.apply(frame, edits);
          return applied;
        }),
      );
      onCommit(applied);
      return result;
    } catch (error) {
      applier.forgetAll();
      throw error;
    } finally {
      connection.release();
    }
  };
}
