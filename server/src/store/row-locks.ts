import { type RawBuilder, sql } from 'kysely';

/**
 * Locks the rows that a SELECT finds until the transaction ends, by the name that the table has in the
 * SELECT; for `modifyEnd`. Rows that are only referenced stay unlocked.
 */
export interface RowLocks {
  /** Waits until nobody else holds a row. All transactions use one order, which prevents deadlocks. */
  readonly waiting: (table: string) => RawBuilder<unknown>;
  /** Skips rows that somebody else holds. */
  readonly skipping: (table: string) => RawBuilder<unknown>;
  /** Like {@link waiting}, but also waits for holders of {@link keeping}. */
  readonly deleting: (table: string) => RawBuilder<unknown>;
  /** Prevents deletion, and nothing else. */
  readonly keeping: (table: string) => RawBuilder<unknown>;
}

/** For databases on which writing transactions never run concurrently. */
export const NO_LOCKS: RowLocks = {
  waiting: () => sql``,
  skipping: () => sql``,
  deleting: () => sql``,
  keeping: () => sql``,
};

export const ROW_LOCKS: RowLocks = {
  waiting: (table) => sql`FOR NO KEY UPDATE OF ${sql.ref(table)}`,
  skipping: (table) => sql`FOR NO KEY UPDATE OF ${sql.ref(table)} SKIP LOCKED`,
  deleting: (table) => sql`FOR UPDATE OF ${sql.ref(table)}`,
  keeping: (table) => sql`FOR KEY SHARE OF ${sql.ref(table)}`,
};
