import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { countingIDs, NOON } from '../store/suite/fixtures.ts';
import type { Version } from './binaries.ts';
import { query } from './cluster.ts';
import { takeDatabase } from './database.ts';

export interface TwoNodes {
  readonly a: Store;
  readonly b: Store;
  readonly url: string;
  /** Runs one statement on a separate connection. */
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
  /** Blocks all writers to a table until the returned function is called. */
  block(table: string): Promise<() => Promise<void>>;
}

/** Opens two nodes. After the test, closes them and empties the database. */
export async function openTwoNodes(version: Version): Promise<TwoNodes> {
  const { url, drop } = await takeDatabase(version);
  const newID = countingIDs();
  const open = () => openPostgresStore({ url, newID, now: NOON });
  const a = await open();
  const b = await open();
  onTestFinished(async () => {
    await Promise.all([a.close(), b.close()]);
    await drop();
  });
  return {
    a,
    b,
    url,
    query: (statement) => query(url, statement),
    async block(table) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`BEGIN; LOCK TABLE ${table}`);
      return () => client.end();
    },
  };
}
