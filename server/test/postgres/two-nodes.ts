import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { countingIDs, NOON } from '../store/suite/fixtures.ts';
import type { Version } from './binaries.ts';
import { query } from './cluster.ts';
import { takeDatabase } from './database.ts';

/** Two nodes' stores on one database. */
export interface TwoNodes {
  readonly a: Store;
  readonly b: Store;
  readonly url: string;
  /** Runs one statement past both. */
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
  /** Keeps everybody waiting who writes to a table, until the answer is called. */
  block(table: string): Promise<() => Promise<void>>;
}

/** Closes and empties all when the test is over. */
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
