import type { DeletionCheck } from '../../database/edits.ts';
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
    let deletes = false;
    try {
      return await inTransaction((transaction) =>
        work(transaction, {
          applyEdits: async (edits) => applyEdits(edits),
          delete(id, at, check) {
            deletes = true;
            applier.forget(id);
            return deleteMonitor(transaction, { id, at, check });
          },
        }),
      );
    } catch (error) {
      // The cache may hold monitors as they were before the rollback.
      applier.forgetAll();
      throw error;
    } finally {
      if (deletes) forgetPingIDs();
    }
  };
}

/** Deletes monitors in one transaction. Returns the IDs of the monitors that existed. */
export async function deleteMonitors(
  {
    inTransaction,
    applier,
    forgetPingIDs,
  }: Pick<MonitorTransactionOptions, 'inTransaction' | 'applier' | 'forgetPingIDs'>,
  {
    ids,
    at,
    check,
  }: {
    readonly ids: readonly number[];
    readonly at: number;
    readonly check: DeletionCheck<{ readonly revision: number }> | undefined;
  },
): Promise<readonly number[]> {
  const deleted = await inTransaction(async (transaction) => {
    const done: number[] = [];
    for (const id of ids) {
      // Drops the monitor from the cache now. Otherwise the next batch would save the cached state, and so restore the monitor.
      applier.forget(id);
      if (await deleteMonitor(transaction, { id, at, check })) done.push(id);
    }
    return done;
  });
  // Runs after the commit, because a ping before the commit would cache the ping ID again.
  forgetPingIDs();
  return deleted;
}
