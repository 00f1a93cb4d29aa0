import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Schema } from '../../../database/schema.ts';
import { NEEDED_RUN_CONDITION } from '../../retention/queries/aged-rows.ts';
import { addPruned, prunedCounts } from '../../run-counts/pruned.ts';
import { openWithoutTimeout } from '../database.ts';
import { listPartitions, type Partition } from './partitions.ts';

/** Tables of a monitor's history, partitioned together. Event bodies and their words are dropped with the partition of their events. */
export type PartitionedTable = 'events' | 'runs';

/**
 * Minimum size of a partition to drop whole once all of its rows are old. Smaller partitions are pruned row by row, accurate to
 * the day.
 */
const WHOLE_BYTES_MIN = 32 * 1024 * 1024;
/**
 * Maximum rows to move under the lock. Moving this many rows takes seconds. A partition with more rows to keep is not dropped.
 */
const STAYING_MAX = 500_000;
/** How long to wait for the lock on the whole table. Short, because pings queue behind it. */
const LOCK_MS_MAX = 500;

/** Lock timeout, deadlock, or a partition already dropped by another node. The next round tries again. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(['55P03', '40P01', '42P01']);

interface Partitioned {
  /** Tables whose partitions have the same time bounds; the main table comes first. */
  readonly tables: readonly string[];
  readonly number: 'number' | 'seq';
  readonly at: 'at' | 'made_at';
}

const PARTITIONED: Readonly<Record<PartitionedTable, Partitioned>> = {
  events: { tables: ['events', 'event_bodies', 'log_words'], number: 'number', at: 'at' },
  runs: { tables: ['runs'], number: 'seq', at: 'made_at' },
};

/** Partitions of related tables that cover the same period. */
interface PartitionSet {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly parts: ReadonlyMap<string, string>;
}

async function listPartitionSets(
  db: Kysely<Schema>,
  table: PartitionedTable,
): Promise<readonly PartitionSet[]> {
  const tableParts: { readonly table: string; readonly part: Partition }[] = [];
  for (const name of PARTITIONED[table].tables) {
    for (const part of await listPartitions(db, name)) tableParts.push({ table: name, part });
  }
  const sets = Map.groupBy(tableParts, ({ part }) => part.from);
  return [...sets.values()]
    .map((parts) => ({
      from: Math.min(...parts.map(({ part }) => part.from)),
      to: Math.max(...parts.map(({ part }) => part.to)),
      bytes: parts.reduce((sum, { part }) => sum + part.bytes, 0),
      parts: new Map(parts.map((entry) => [entry.table, entry.part.name])),
    }))
    .sort((a, b) => a.from - b.from);
}

/** Returns the partitions to prune row by row, and the age limit of their rows. */
export async function findPartitionsToPrune(
  db: Kysely<Schema>,
  table: PartitionedTable,
  before: number,
): Promise<{ readonly parts: readonly string[]; readonly before: number }> {
  const sets = await listPartitionSets(db, table);
  const edge = sets.find(({ from, to }) => from < before && before < to);
  const small = sets.filter(({ from, bytes }) => from < before && bytes < WHOLE_BYTES_MIN);
  const names = small.flatMap(({ parts }) => parts.get(table) ?? []);
  return {
    // The default partition holds all rows without another partition, however old.
    parts: [...names, `${table}_default`],
    before: edge !== undefined && edge.bytes >= WHOLE_BYTES_MIN ? edge.from : before,
  };
}

/** Drops partitions with only old rows, after moving rows to keep. Skips a locked partition until the next round. */
export async function dropOldPartitions(url: string, table: PartitionedTable, before: number): Promise<void> {
  const db = openWithoutTimeout(url);
  try {
    for (const set of await listPartitionSets(db, table)) {
      if (set.to > before) break;
      await skipOnConflict(() => drop(db, table, set));
    }
  } finally {
    await db.destroy();
  }
}

async function isEmpty(db: Kysely<Schema>, { parts }: PartitionSet): Promise<boolean> {
  for (const [table, part] of parts) {
    // Words without logs are worth nothing.
    if (table === 'log_words') continue;
    const { rows } = await sql`SELECT 1 FROM ${sql.table(part)} LIMIT 1`.execute(db);
    if (rows.length > 0) return false;
  }
  return true;
}

async function drop(db: Kysely<Schema>, table: PartitionedTable, set: PartitionSet): Promise<void> {
  if (set.bytes < WHOLE_BYTES_MIN && !(await isEmpty(db, set))) return;
  const dropping = db.transaction().setIsolationLevel('read committed');
  await dropping.execute(async (transaction) => {
    if (!(await findStaying(transaction, table, set))) return;
    if (table === 'runs') await countDropped(transaction, set);
    await dropKeepingNeeded(transaction, table, set);
  });
}

export async function skipOnConflict(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && CONFLICTS.has(error.code))) throw error;
  }
}

/**
 * Writes the number of each monitor's first row to keep into a temporary table. Takes no lock, because rows this old hardly
 * change. Returns whether the partition can be dropped without moving rows.
 */
async function findStaying(
  db: Transaction<Schema>,
  table: PartitionedTable,
  { from, to, parts }: PartitionSet,
): Promise<boolean> {
  const name = parts.get(table);
  if (name === undefined) return true;
  const { number, at } = columnsOf(table);
  const part = sql.table(name);
  const needed: RawBuilder<unknown> =
    table === 'runs'
      ? sql`SELECT r.monitor_id, MIN(r.seq) AS number FROM ${part} r
          JOIN monitor_states s ON s.monitor_id = r.monitor_id WHERE ${NEEDED_RUN_CONDITION} GROUP BY r.monitor_id`
      : sql`SELECT 0::bigint AS monitor_id, 0::bigint AS number WHERE FALSE`;
  await sql`CREATE TEMPORARY TABLE staying ON COMMIT DROP AS
    SELECT s.monitor_id, LEAST(elsewhere.number, needed.number) AS number
    FROM monitor_states s
    LEFT JOIN LATERAL (SELECT MIN(${number}) AS number FROM ${sql.table(table)} r WHERE r.monitor_id = s.monitor_id
      AND (${at} < ${sql.lit(from)} OR ${at} >= ${sql.lit(to)})) AS elsewhere ON TRUE
    LEFT JOIN (${needed}) AS needed ON needed.monitor_id = s.monitor_id
    WHERE (SELECT MAX(${number}) FROM ${part} r WHERE r.monitor_id = s.monitor_id)
      >= LEAST(elsewhere.number, needed.number)`.execute(db);
  await sql`ANALYZE staying`.execute(db);
  const { rows } = await sql<{ count: number }>`SELECT COUNT(*) AS count FROM (
    SELECT 1 FROM staying JOIN ${part} r ON r.monitor_id = staying.monitor_id AND ${number} >= staying.number
    LIMIT ${STAYING_MAX + 1}) AS counted`.execute(db);
  return (rows[0]?.count ?? 0) <= STAYING_MAX;
}

/** Counts the runs to be deleted, into a temporary table. Takes no lock, because rows this old hardly change. */
async function countDropped(db: Transaction<Schema>, { parts }: PartitionSet): Promise<void> {
  const name = parts.get('runs');
  if (name === undefined) return;
  await sql`CREATE TEMPORARY TABLE dropped_run_counts ON COMMIT DROP AS ${prunedCounts(
    sql`${sql.table(name)} r WHERE NOT EXISTS (
      SELECT 1 FROM staying WHERE staying.monitor_id = r.monitor_id AND r.seq >= staying.number)`,
  )}`.execute(db);
}

/** Detaches the partition, copies the rows to keep, and drops it. Holds an exclusive lock on the tables, so keep it short. */
async function dropKeepingNeeded(
  db: Transaction<Schema>,
  table: PartitionedTable,
  set: PartitionSet,
): Promise<void> {
  const { tables } = PARTITIONED[table];
  await sql.raw(`SET LOCAL lock_timeout = ${LOCK_MS_MAX}`).execute(db);
  await sql.raw('SET LOCAL enable_hashjoin = off').execute(db);
  await sql.raw('SET LOCAL enable_mergejoin = off').execute(db);
  await sql`LOCK TABLE ${sql.join(tables.map((name) => sql`ONLY ${sql.table(name)}`))} IN ACCESS EXCLUSIVE MODE`.execute(
    db,
  );
  if (!(await isUnchanged(db, table, set))) return;
  if (table === 'runs') await addPruned(db, sql`SELECT * FROM dropped_run_counts`);
  const { number } = columnsOf(table);
  for (const each of tables) {
    const name = set.parts.get(each);
    if (name === undefined) continue;
    const whole = sql.table(each);
    const part = sql.table(name);
    await sql`ALTER TABLE ${whole} DETACH PARTITION ${part}`.execute(db);
    await sql`INSERT INTO ${whole} SELECT r.* FROM staying
      JOIN ${part} r ON r.monitor_id = staying.monitor_id AND ${number} >= staying.number`.execute(db);
    await sql`DROP TABLE ${part}`.execute(db);
  }
}

/**
 * Returns whether the partition is unchanged since it was read without a lock. Another node may have dropped it, or a very late
 * ping may have reopened a run.
 */
async function isUnchanged(
  db: Transaction<Schema>,
  table: PartitionedTable,
  set: PartitionSet,
): Promise<boolean> {
  const sets = await listPartitionSets(db, table);
  const now = sets.find(({ from }) => from === set.from);
  if (now === undefined || now.parts.size !== set.parts.size) return false;
  const name = set.parts.get('runs');
  if (name === undefined) return true;
  const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} r WHERE r.state = 'running' AND NOT EXISTS (
    SELECT 1 FROM staying WHERE staying.monitor_id = r.monitor_id AND r.seq >= staying.number) LIMIT 1`.execute(
    db,
  );
  return rows.length === 0;
}

function columnsOf(table: PartitionedTable): {
  readonly number: RawBuilder<number>;
  readonly at: RawBuilder<number>;
} {
  const { number, at } = PARTITIONED[table];
  return { number: sql.ref(`r.${number}`), at: sql.ref(`r.${at}`) };
}
