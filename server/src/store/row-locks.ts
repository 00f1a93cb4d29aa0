import { type RawBuilder, sql } from 'kysely';

/**
 * How a SELECT locks the rows that it finds until its transaction ends, by the name that its table has in it; for `modifyEnd`.
 * Rows that are only referred to by others stay free for those.
 */
export interface RowLocks {
  /** Waits until nobody else holds one of them. In one order everywhere, so that no two wait for each other. */
  readonly waiting: (table: string) => RawBuilder<unknown>;
  /** Leaves out what somebody else holds. */
  readonly skipping: (table: string) => RawBuilder<unknown>;
  /** Waits as {@link waiting} does, and also for those that keep a row from being deleted. */
  readonly deleting: (table: string) => RawBuilder<unknown>;
  /** Keeps rows from being deleted, and from nothing else. */
  readonly keeping: (table: string) => RawBuilder<unknown>;
}

/** Where transactions that write never run side by side there is nothing to lock. */
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
