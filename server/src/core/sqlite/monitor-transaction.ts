import type { MonitorTransaction, RunInTransaction } from '../../database/query-context.ts';
import type { ApplyOutcome, MonitorEdit } from '../../database/records.ts';
import type { Applier } from './apply.ts';
import { deleteMonitor } from './history.ts';

interface MonitorTransactionOptions {
  readonly inTransaction: RunInTransaction;
  readonly applier: Applier;
  readonly applyEdits: (edits: readonly MonitorEdit[]) => readonly ApplyOutcome[];
  /** Clears the cache of ping IDs. */
  readonly forgetPingIDs: () => void;
}

/** Returns a function that runs work in a transaction. Edits of monitors use the same connection, in a savepoint. */
export function createMonitorTransaction({
  inTransaction,
  applier,
  applyEdits,
  forgetPingIDs,
}: MonitorTransactionOptions): MonitorTransaction {
  return async (work) => {
    let edits = false;
    let deletes = false;
    try {
      return await inTransaction((transaction) =>
        work(transaction, {
          async applyEdits(inputs) {
            edits = true;
            return applyEdits(inputs);
          },
          delete(id, at, check) {
            deletes = true;
            // Otherwise the next batch would save the cached state, and so restore the monitor.
            applier.forget(id);
            return deleteMonitor(transaction, { id, at, check });
          },
        }),
      );
    } catch (error) {
      // The cache may hold monitors as they were before the rollback.
      if (edits) applier.forgetAll();
      throw error;
    } finally {
      // Runs after the commit, because a ping before the commit would cache the ping ID again.
      if (deletes) forgetPingIDs();
    }
  };
}
