import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { lockSchema } from '../../../database/postgres/schema-lock.ts';
import type { Schema } from '../../../database/schema.ts';

/** Duration of a partition: short enough to prune on time, long enough that a search reads few partitions. */
export const PARTITION_MS = 14 * 24 * 60 * 60 * 1000;
/** Number of partitions created in advance. Creating more can then fail for weeks without harm. */
const PARTITIONS_AHEAD = 2;
/** How long to wait for the table lock. Short, because later statements queue behind it. */
const LOCK_MS_MAX = 2000;

export const PARTITIONED = ['events', 'event_bodies', 'log_words', 'runs'] as const;

/** Fill factor in percent. Pages of runs keep free space, so that ending a run rewrites its row on the same page. */
const FILL: Readonly<Record<(typeof PARTITIONED)[number], number>> = {
  events: 100,
  event_bodies: 100,
  log_words: 100,
  runs: 50,
};

/** Conflicting rows in the default partition, or a lock timeout. In both cases new rows can still be stored. */
const HARMLESS: ReadonlySet<string | undefined> = new Set(['23514', '55P03']);

/** Creates missing partitions from `since` to some weeks after `now`. */
export async function makePartitions(db: Kysely<Schema>, now: number, since = now): Promise<void> {
  const first = Math.floor(since / PARTITION_MS);
  const last = Math.floor(now / PARTITION_MS) + PARTITIONS_AHEAD;
  const needed = PARTITIONED.flatMap((table) =>
    Array.from({ length: last - first + 1 }, (_, index): NewPartition => {
      const from = (first + index) * PARTITION_MS;
      const day = new Date(from).toISOString().slice(0, 10).replaceAll('-', '');
      return { table, name: `${table}_${day}`, from };
    }),
  );
  const { rows } = await sql<{
    name: string;
  }>`SELECT name FROM unnest(${needed.map(({ name }) => name)}::text[]) AS name
    WHERE to_regclass(name) IS NULL`.execute(db);
  for (const partition of needed) {
    if (rows.some(({ name }) => name === partition.name)) await makePartition(db, partition);
  }
}

interface NewPartition {
  readonly table: (typeof PARTITIONED)[number];
  readonly name: string;
  readonly from: number;
}

async function makePartition(db: Kysely<Schema>, { table, name, from }: NewPartition): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql.raw(`SET LOCAL lock_timeout = ${LOCK_MS_MAX}`).execute(transaction);
      await lockSchema(transaction);
      if (await isThere(transaction, name)) return;
      // Creates a table and attaches it as a partition, because creating a partition directly would lock the whole table.
      const part = sql.id(name);
      const whole = sql.id(table);
      await sql`CREATE TABLE ${part} (LIKE ${whole} INCLUDING DEFAULTS) WITH (fillfactor = ${sql.lit(FILL[table])})`.execute(
        transaction,
      );
      await sql`ALTER TABLE ${whole} ATTACH PARTITION ${part}
        FOR VALUES FROM (${sql.lit(from)}) TO (${sql.lit(from + PARTITION_MS)})`.execute(transaction);
    });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && HARMLESS.has(error.code))) throw error;
  }
}

/** Queries the catalog, because name resolution may use a cache from before the lock. */
async function isThere(db: Kysely<Schema>, table: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT oid FROM pg_class WHERE relname = ${table} AND pg_table_is_visible(oid)`.execute(db);
  return rows.length > 0;
}

/** A partition other than the default one, for times from `from` (inclusive) to `to` (exclusive). */
export interface Partition {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

export async function listPartitions(db: Kysely<Schema>, table: string): Promise<readonly Partition[]> {
  const { rows } = await sql<{ name: string; bound: string; bytes: number }>`
    SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound, pg_table_size(c.oid) AS bytes
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = ${table}::regclass`.execute(
    db,
  );
  return rows.flatMap(({ name, bound, bytes }) => {
    const [, from, to] = BOUND.exec(bound) ?? [];
    return from === undefined || to === undefined
      ? []
      : [{ name, from: Number(from), to: Number(to), bytes }];
  });
}

const BOUND = /FROM \('?(-?\d+)'?\) TO \('?(-?\d+)'?\)/;
