import type { Kysely, Transaction } from 'kysely';
import type { ChangeFeed } from './change-feed.ts';
import type { CheckedReferences, DeletionCheck } from './edits.ts';
import type { ApplyOutcome, MonitorEdit } from './records.ts';
import { lockReferences } from './references.ts';
import type { RowLocks } from './row-locks.ts';
import type { Schema } from './schema.ts';
import { lockTeam } from './team-lock.ts';

/** Runs work in one transaction. Starts over if the database aborted the transaction because of a conflict. */
export type RunInTransaction = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => Promise<T>;

export interface DeletedMonitor {
  readonly teamID: string;
  readonly shortID: string;
}

/** Changes of monitors within an open transaction, which must be rolled back if one of them fails. */
export interface MonitorChanges {
  applyEdits(edits: readonly MonitorEdit[]): Promise<readonly ApplyOutcome[]>;
  /** Deletes a monitor with all its rows, and ends its incident with an alert. Null if the monitor doesn't exist. */
  delete(
    id: number,
    at: number,
    check?: DeletionCheck<{ readonly revision: number }>,
  ): Promise<DeletedMonitor | null>;
}

/** Like {@link RunInTransaction}, for a transaction that also changes monitors. */
export type MonitorTransaction = <T>(
  work: (transaction: Transaction<Schema>, monitors: MonitorChanges) => Promise<T>,
) => Promise<T>;

/** Access to one of the databases, for queries that are the same on both. */
export interface QueryContext {
  readonly db: Kysely<Schema>;
  readonly locks: RowLocks;
  /** Each change that other people may see is reported here, after its transaction. */
  readonly feed: ChangeFeed;
  readonly inTransaction: RunInTransaction;
  readonly inMonitorTransaction: MonitorTransaction;
  /** Runs `work` in a transaction that locks the team. */
  readonly inTeamTransaction: <T>(
    teamID: string,
    work: (transaction: Transaction<Schema>) => Promise<T>,
  ) => Promise<T>;
  /** Runs an insert after checking its references, which can't be deleted until the transaction ends. */
  readonly insertWithReferences: <T>(
    transaction: Transaction<Schema>,
    references: CheckedReferences | undefined,
    insert: () => Promise<T>,
  ) => Promise<T>;
}

export type QueryContextOptions = Pick<
  QueryContext,
  'inTransaction' | 'inMonitorTransaction' | 'locks' | 'feed'
>;

export function createQueryContext(
  db: Kysely<Schema>,
  { inTransaction, inMonitorTransaction, locks, feed }: QueryContextOptions,
): QueryContext {
  return {
    db,
    locks,
    feed,
    inTransaction,
    inMonitorTransaction,
    inTeamTransaction: (teamID, work) =>
      inTransaction(async (transaction) => {
        await lockTeam(transaction, teamID, locks);
        return work(transaction);
      }),
    async insertWithReferences(transaction, references, insert) {
      if (references !== undefined)
        references.check(
          await lockReferences(transaction, {
            teamID: references.teamID,
            references: references.references,
            locks,
          }),
        );
      return insert();
    },
  };
}
