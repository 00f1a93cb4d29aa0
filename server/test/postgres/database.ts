import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Version } from './binaries.ts';
import { query } from './cluster.ts';

/** The database that holds the schema and nothing else. */
export const TEMPLATE = 'overdue_template';

export interface Database {
  readonly url: string;
  /** To be called when nobody is connected to it. */
  drop(): Promise<void>;
}

/** Databases of this process that wait to be used again: to make one takes far longer than to empty one. */
const spare = new Map<Version, string[]>();

/** A migrated database without rows, for one test, in the cluster that all tests of a run share. */
export async function takeDatabase(version: Version): Promise<Database> {
  const waiting = spare.get(version) ?? [];
  spare.set(version, waiting);
  const url = waiting.pop() ?? (await createDatabase(version, TEMPLATE));
  return {
    url,
    async drop() {
      await query(url, EMPTY);
      waiting.push(url);
    },
  };
}

/** A database without anything in it. */
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
  const answer = await fetch(`${inject('clusters')}/${version}`);
  const cluster = await answer.text();
  if (!answer.ok) throw new Error(`There is no PostgreSQL ${version} for the tests: ${cluster}`);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(`${cluster}postgres`, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return `${cluster}${name}`;
}

/** Rows in any order, whatever refers to them; and what counts up begins again. */
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
