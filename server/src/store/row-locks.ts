import { type RawBuilder, sql } from 'kysely';

/** Locks the rows of a SELECT until the transaction ends, for `modifyEnd`. Joined tables stay unlocked. */
export interface RowLocks {
  /** Waits for other holders. All transactions lock in one order, which prevents deadlocks. */
  readonly waiting: (table: string) => RawBuilder<unknown>;
  /** Skips rows that others hold. */
  readonly skipping: (table: string) => RawBuilder<unknown>;
  /** Like {@link waiting}, but also waits for holders of {@link sharing}. */
  readonly deleting: (table: string) => RawBuilder<unknown>;
  /** Locks rows against deletion, but not against other changes. */
  readonly sharing: (table: string) => RawBuilder<unknown>;
}

/** For databases on which writing transactions never run concurrently. */
export const NO_LOCKS: RowLocks = {
  waiting: () => sql``,
  skipping: () => sql``,
  deleting: () => sql``,
  sharing: () => sql``,
};

export const ROW_LOCKS: RowLocks = {
  waiting: (table) => sql`FOR NO KEY UPDATE OF ${sql.ref(table)}`,
  skipping: (table) => sql`FOR NO KEY UPDATE OF ${sql.ref(table)} SKIP LOCKED`,
  deleting: (table) => sql`FOR UPDATE OF ${sql.ref(table)}`,
  sharing: (table) => sql`FOR KEY SHARE OF ${sql.ref(table)}`,
};
