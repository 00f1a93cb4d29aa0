import { AppError } from '@overdue/domain/error.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { openWithoutTimeout } from '../../core/postgres/database.ts';
import { makePartitions } from '../../core/postgres/partitions/partitions.ts';
import { madeByNewerVersion } from '../../database/migrations.ts';
import { migrations } from '../../database/postgres/migrations/migrations.ts';
import { lockSchema } from '../../database/postgres/schema-lock.ts';
import type { Schema } from '../../database/schema.ts';
import { explainOpening } from './opening-errors.ts';

/**
 * Migrates a database and creates the partitions needed soon, all or nothing. Concurrent nodes wait. Accepts a newer database if
 * it supports older nodes; otherwise throws an error for operators. Returns the names of the migrations that ran.
 *
 * @param check runs on the same connection afterwards
 */
export async function migratePostgres(
  url: string,
  now: number,
  check?: (db: Kysely<Schema>) => Promise<void>,
): Promise<readonly string[]> {
  const db = openWithoutTimeout(url);
  try {
    await requireVersion(db);
    await createMigrationsTable(db);
    const ran = await db.transaction().execute(migrate);
    await makePartitions(db, now);
    await check?.(db);
    return ran;
  } catch (error) {
    throw explainOpening(url, error);
  } finally {
    await db.destroy();
  }
}

export async function isPostgresMigrated(url: string): Promise<boolean> {
  const db = openWithoutTimeout(url);
  try {
    const { rows } = await sql<{
      found: boolean;
    }>`SELECT to_regclass('schema_level') IS NOT NULL AS found`.execute(db);
    return rows[0]?.found === true;
  } catch (error) {
    throw explainOpening(url, error);
  } finally {
    await db.destroy();
  }
}

async function migrate(db: Transaction<Schema>): Promise<readonly string[]> {
  await sql`INSERT INTO schema_level (id, oldest) VALUES (1, ${migrations[0]?.name}) ON CONFLICT DO NOTHING`.execute(
    db,
  );
  const oldest = await lockSchema(db);
  if (!migrations.some(({ name }) => name === oldest)) throw madeByNewerVersion(oldest);
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(db);
  const missing = migrations.filter(({ name }) => !rows.some((row) => row.name === name));
  for (const { name, statements, keepsOlderNodes } of missing) {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await sql`INSERT INTO migrations (name) VALUES (${name})`.execute(db);
    if (!keepsOlderNodes) await sql`UPDATE schema_level SET oldest = ${name}`.execute(db);
  }
  return missing.map(({ name }) => name);
}

/** Errors that one of two nodes gets when both create the same table at once. */
const ALREADY_EXISTS_CODES: ReadonlySet<string | undefined> = new Set(['23505', '42710', '42P07']);

/**
 * Creates the tables `migrations` and `schema_level`. `schema_level` holds the newest migration that older nodes can't work with.
 */
async function createMigrationsTable(db: Kysely<Schema>): Promise<void> {
  for (const statement of [
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT COLLATE "C" PRIMARY KEY)',
    'CREATE TABLE IF NOT EXISTS schema_level (id INTEGER PRIMARY KEY CHECK (id = 1), oldest TEXT COLLATE "C" NOT NULL)',
  ]) {
    try {
      await sql.raw(statement).execute(db);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && ALREADY_EXISTS_CODES.has(error.code))) throw error;
    }
  }
}

const MAJOR_MIN = 15;
/** PostgreSQL 15.4 reports 150004. */
const MAJOR_UNIT = 10_000;

/** @throws AppError if the server is older than the schema and its statements require */
async function requireVersion(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{
    number: string;
  }>`SELECT current_setting('server_version_num') AS number`.execute(db);
  const number = Number(rows[0]?.number);
  if (number >= MAJOR_MIN * MAJOR_UNIT) return;
  throw new AppError(
    'unavailable',
    `the server is PostgreSQL ${Math.floor(number / MAJOR_UNIT)}, and Overdue needs ${MAJOR_MIN} or newer. Upgrade PostgreSQL, or set DATABASE_URL to a newer server.`,
  );
}
