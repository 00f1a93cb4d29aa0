import type { Kysely, Transaction } from 'kysely';
import type { CheckedReferences } from './edits.ts';
import type { Applied, MonitorEdit } from './records.ts';
import { lockReferences } from './references.ts';
import type { RowLocks } from './row-locks.ts';
import type { Schema } from './schema.ts';
import { lockTeam } from './teams/lock.ts';

/** Runs work in one transaction. Starts over if the database aborted the transaction because of a conflict. */
export type Within = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => Promise<T>;

/** Applies edits of monitors within an open transaction, which must be rolled back if one of the edits fails. */
export type ApplyEdits = (edits: readonly MonitorEdit[]) => Promise<readonly Applied[]>;

/** Like {@link Within}, for a transaction that also edits monitors. */
export type WithinEditing = <T>(
  work: (transaction: Transaction<Schema>, applyEdits: ApplyEdits) => Promise<T>,
) => Promise<T>;

/** Access to one of the databases, for queries that are the same on both. */
export interface QueryContext {
  readonly db: Kysely<Schema>;
  readonly locks: RowLocks;
  readonly within: Within;
  readonly withinEditing: WithinEditing;
  /** Like `within`, with the team locked. */
  readonly withinTeam: <T>(
    teamID: string,
    work: (transaction: Transaction<Schema>) => Promise<T>,
  ) => Promise<T>;
  /** Runs an insert after checking its references, which can't be deleted until the transaction ends. */
  readonly checkingReferences: <T>(
    transaction: Transaction<Schema>,
    references: CheckedReferences | undefined,
    insert: () => Promise<T>,
  ) => Promise<T>;
}

export function createQueryContext(
  db: Kysely<Schema>,
  { within, withinEditing, locks }: Pick<QueryContext, 'within' | 'withinEditing' | 'locks'>,
): QueryContext {
  return {
    db,
    locks,
    within,
    withinEditing,
    withinTeam: (teamID, work) =>
      within(async (transaction) => {
        await lockTeam(transaction, teamID, locks);
        return work(transaction);
      }),
    async checkingReferences(transaction, references, insert) {
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
