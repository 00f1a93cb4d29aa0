import { type RawBuilder, sql } from 'kysely';

/**
 * SQL clauses that lock the rows of a SELECT until the transaction ends. Pass them to `modifyEnd`. Joined tables stay unlocked.
 */
export interface RowLocks {
  /** Waits for other transactions that have locked the rows. All transactions lock in one order, which prevents deadlocks. */
  readonly forChange: (table: string) => RawBuilder<unknown>;
  /** Skips rows that other transactions have locked. */
  readonly skipLocked: (table: string) => RawBuilder<unknown>;
  /** Like {@link forChange}, but also waits for holders of {@link againstDeletion}. */
  readonly forDeletion: (table: string) => RawBuilder<unknown>;
  /** Locks rows against deletion, but not against other changes. */
  readonly againstDeletion: (table: string) => RawBuilder<unknown>;
}

/** For databases on which writing transactions never run concurrently. */
export const NO_LOCKS: RowLocks = {
  forChange: () => sql``,
  skipLocked: () => sql``,
  forDeletion: () => sql``,
  againstDeletion: () => sql``,
};

export const ROW_LOCKS: RowLocks = {
  forChange: (table) => sql`FOR NO KEY UPDATE OF ${sql.ref(table)}`,
  skipLocked: (table) => sql`FOR NO KEY UPDATE OF ${sql.ref(table)} SKIP LOCKED`,
  forDeletion: (table) => sql`FOR UPDATE OF ${sql.ref(table)}`,
  againstDeletion: (table) => sql`FOR KEY SHARE OF ${sql.ref(table)}`,
};
