import { randomUUID } from 'node:crypto';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Schema } from '../../src/database/schema.ts';
import { checkDatabase } from '../../src/store/postgres/check.ts';
import type { Version } from './binaries.ts';
import { query } from './cluster.ts';

/** A database that has the schema but no rows. */
export const TEMPLATE = 'overdue_template';

export interface Database {
  readonly url: string;
  /** Drops the database. No connection to the database may be open. */
  drop(): Promise<void>;
}

export interface TakenDatabase extends Database {
  /** Returns the faults that `check` finds. */
  check(limit: number): Promise<readonly string[]>;
}

/**
 * A database of this process, with a connection that stays open. A new connection would read the catalogs again for
 * each statement.
 */
interface ReusedDatabase {
  readonly url: string;
  readonly db: Kysely<Schema>;
}

/** Databases to reuse. Creating a database takes far longer than emptying one. */
const spare = new Map<Version, ReusedDatabase[]>();

/** Returns a migrated, empty database for one test. The cluster is shared by all tests of a run. */
export async function takeDatabase(version: Version): Promise<TakenDatabase> {
  const waiting = spare.get(version) ?? [];
  spare.set(version, waiting);
  const database = waiting.pop() ?? (await createReusable(version));
  const { url, db } = database;
  return {
    url,
    check: (limit) => checkDatabase(db, limit),
    async drop() {
      await sql.raw(EMPTY).execute(db);
      waiting.push(database);
    },
  };
}

async function createReusable(version: Version): Promise<ReusedDatabase> {
  const url = await createDatabase(version, TEMPLATE);
  return {
    url,
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingPool(url) }) }),
  };
}

/**
 * Opens a pool of one connection that prepares each statement once. Without prepared statements, `check` would spend most of its
 * time on planning, because test databases are small. If a test breaks the connection, the pool replaces it.
 */
function preparingPool(url: string): PostgresPool {
  let current: Promise<PreparingConnection> | null = null;
  const forget = () => {
    current = null;
  };
  return {
    connect() {
      current ??= connectPreparing(url, forget);
      return current;
    },
    end: async () => (await current)?.end(),
    options: {},
  };
}

interface PreparingConnection extends PostgresPoolClient {
  end(): Promise<void>;
}

async function connectPreparing(url: string, onEnd: () => void): Promise<PreparingConnection> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c plan_cache_mode=force_generic_plan',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  });
  client.on('error', onEnd).on('end', onEnd);
  await client.connect();
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  };
  function run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function run<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function run(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not supported.');
    return client.query({ name: nameOf(text), text, values: [...values] });
  }
  return { query: run, release() {}, end: () => client.end() };
}

export async function makeEmptyDatabase(version: Version): Promise<Database> {
  const url = await createDatabase(version, 'template0');
  return {
    url,
    async drop() {
      const { pathname } = new URL(url);
      await query(url.replace(pathname, '/postgres'), `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`);
    },
  };
}

async function createDatabase(version: Version, template: string): Promise<string> {
  const response = await fetch(`${inject('clusters')}/${version}`);
  const cluster = await response.text();
  if (!response.ok) throw new Error(`There is no PostgreSQL ${version} for the tests: ${cluster}`);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(`${cluster}postgres`, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return `${cluster}${name}`;
}

/** Empties all tables in any order, ignoring references, and restarts the sequences. */
const EMPTY = `
DO $$
DECLARE name regclass;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
    AND NOT relispartition AND relname NOT IN ('migrations', 'schema_level')
  LOOP
    EXECUTE format('DELETE FROM %s', name);
  END LOOP;
  FOR name IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
  LOOP
    PERFORM setval(name, 1, false);
  END LOOP;
END $$`;
