import { AppError } from '@overdue/domain/error.ts';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { openWithoutTimeout } from '../../core/postgres/database.ts';
import { makePartitions } from '../../core/postgres/partitions/partitions.ts';
import type { Schema } from '../../database/schema.ts';
import { COPIED_TABLES, type CopiedTable } from '../upkeep/copied-tables.ts';
import type { Chunk, CopiedRow, CopyPosition, CopyProgress, CopyTarget } from '../upkeep/copy.ts';
import { migratePostgres } from './migrate.ts';
import { hasUnfinishedCopy } from './unfinished-copy.ts';

/** Columns that only a shared database needs. They keep their defaults. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['monitor_states.rules_version']);
/** Maximum age of rows in their own partitions: ten years. Older rows share the default partition. */
const PARTITIONED_MS_MAX = 3650 * 86_400_000;

/** Opens a database as the target of a copy, unusable until the copy is complete. `since`: start of the copied history. */
export async function openCopyTarget(
  url: string,
  { now, since }: { readonly now: number; readonly since: number },
): Promise<CopyTarget> {
  await migratePostgres(url, now);
  const db = openWithoutTimeout(url);
  const types = new Map<string, ReadonlyMap<string, string>>();
  async function typesOf({ name }: CopiedTable): Promise<ReadonlyMap<string, string>> {
    const columnTypes = types.get(name) ?? (await readTypes(db, name));
    types.set(name, columnTypes);
    return columnTypes;
  }
  return {
    async begin(mark) {
      await makePartitions(db, now, Math.max(since, now - PARTITIONED_MS_MAX));
      return begin(db, mark);
    },
    columns: async (table) => [...(await typesOf(table)).keys()],
    count: ({ name }) => count(db, name),
    async write(table, columns, chunk) {
      const columnTypes = await typesOf(table);
      await db
        .transaction()
        .execute((transaction) => write(transaction, table, { columns, types: columnTypes, chunk }));
    },
    async find(table, columns, rows) {
      const columnTypes = await typesOf(table);
      return db
        .transaction()
        .execute((transaction) => find(transaction, table, { columns, types: columnTypes, rows }));
    },
    async finish(lastIDs) {
      await sql`ANALYZE`.execute(db);
      await db.transaction().execute((transaction) => finish(transaction, lastIDs));
    },
    close: () => db.destroy(),
  };
}

async function begin(db: Kysely<Schema>, mark: string): Promise<CopyProgress | null> {
  const begun = await db.transaction().execute(async (transaction) => {
    if (!(await hasUnfinishedCopy(transaction))) {
      await requireEmpty(transaction);
      await sql`CREATE TABLE unfinished_copy (mark TEXT NOT NULL, at_table TEXT, place TEXT)`.execute(
        transaction,
      );
      await sql`INSERT INTO unfinished_copy (mark) VALUES (${mark})`.execute(transaction);
    }
    const { rows } = await sql<{ mark: string; at_table: string | null; place: string | null }>`
      SELECT mark, at_table, place FROM unfinished_copy`.execute(transaction);
    return rows[0];
  });
  if (begun?.mark !== mark)
    throw new AppError(
      'conflict',
      'The target holds an unfinished copy of another source, or the source has been used since that copy began. Start over with an empty database.',
    );
  return begun.at_table === null ? null : { table: begun.at_table, place: parsePosition(begun.place) };
}

async function requireEmpty(db: Transaction<Schema>): Promise<void> {
  for (const { name } of COPIED_TABLES) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} LIMIT 1`.execute(db);
    if (rows.length > 0)
      throw new AppError(
        'conflict',
        `The target is not empty: there are rows in ${name}. Copy into a new database that no service runs on.`,
      );
  }
}

function parsePosition(text: string | null): CopyPosition {
  const place: unknown = text === null ? null : JSON.parse(text);
  if (place === null) return null;
  if (Array.isArray(place) && place.every((value) => typeof value === 'number' || typeof value === 'string'))
    return place;
  throw new Error(`The progress of the copy is unreadable: ${text}.`);
}

async function readTypes(db: Kysely<Schema>, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`.execute(db);
  return new Map(
    rows.filter(({ name }) => !OWN_COLUMNS.has(`${table}.${name}`)).map(({ name, type }) => [name, type]),
  );
}

async function count(db: Kysely<Schema>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT COUNT(*) AS count FROM ${sql.table(table)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

interface Typed {
  readonly columns: readonly string[];
  readonly types: ReadonlyMap<string, string>;
}

function unnest(
  named: readonly string[],
  rows: readonly CopiedRow[],
  { columns, types }: Typed,
): RawBuilder<unknown> {
  const lists = named.map((column) => {
    const index = columns.indexOf(column);
    return sql`${rows.map((row) => row[index])}::${sql.raw(types.get(column) ?? 'text')}[]`;
  });
  return sql`unnest(${sql.join(lists)})`;
}

async function write(
  db: Transaction<Schema>,
  { name }: CopiedTable,
  { chunk, ...typed }: Typed & { readonly chunk: Chunk },
): Promise<void> {
  // If the server crashes, rows and recorded progress are lost together, so commits need not wait for the disk.
  await sql.raw('SET LOCAL synchronous_commit = off').execute(db);
  await sql`INSERT INTO ${sql.table(name)} (${sql.join(typed.columns.map((column) => sql.ref(column)))})
    SELECT * FROM ${unnest(typed.columns, chunk.rows, typed)}`.execute(db);
  await sql`UPDATE unfinished_copy SET at_table = ${name}, place = ${JSON.stringify(chunk.place)}`.execute(
    db,
  );
}

async function find(
  db: Transaction<Schema>,
  { name, key }: CopiedTable,
  { rows, ...typed }: Typed & { readonly rows: readonly CopiedRow[] },
): Promise<readonly CopiedRow[]> {
  // New rows have no statistics yet, so the planner needs help.
  for (const planMethod of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
    await sql.raw(`SET LOCAL ${planMethod} = off`).execute(db);
  const selected = typed.columns.map((column) => sql.ref(`t.${column}`));
  const places = key.map((column, index) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`k.k${index}`)}`);
  const matches = await sql<Record<string, CopiedRow[number]>>`SELECT ${sql.join(selected)}
    FROM ${unnest(key, rows, typed)} AS k (${sql.raw(key.map((_, index) => `k${index}`).join(', '))})
    JOIN ${sql.table(name)} t ON ${sql.join(places, sql` AND `)}`.execute(db);
  return matches.rows.map((row) => typed.columns.map((column) => row[column] ?? null));
}

async function finish(db: Transaction<Schema>, lastIDs: ReadonlyMap<CopiedTable, number>): Promise<void> {
  for (const [{ name }, last] of lastIDs) {
    if (last > 0) await sql`SELECT setval(pg_get_serial_sequence(${name}, 'id'), ${last})`.execute(db);
  }
  await sql`DROP TABLE unfinished_copy`.execute(db);
}
