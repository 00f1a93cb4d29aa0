import { Kysely, PostgresDialect } from 'kysely';
import { afterAll } from 'vitest';
import { openDatabase, type PostgresDatabase } from '../../src/core/postgres/database.ts';
import { createStore, openPostgresStore } from '../../src/store/postgres/store.ts';
import { VERSIONS, type Version } from '../postgres/binaries.ts';
import { takeDatabase } from '../postgres/database.ts';
import { keepConnections } from '../postgres/kept-connections.ts';
import { describeStore } from './conformance.ts';
import { countingIDs, NOON, type TestDatabase } from './suite/fixtures.ts';

interface KeptDatabase {
  lend(): PostgresDatabase;
  close(): Promise<void>;
}

/** Databases by URL. Each test gets a new store on connections that stay open. */
const kept = new Map<string, KeptDatabase>();

afterAll(async () => {
  for (const database of kept.values()) await database.close();
});

function keepDatabase(url: string): KeptDatabase {
  const database = openDatabase(url);
  database.allow();
  const keptHot = keepConnections(database.hot);
  const keptOthers = keepConnections(database.others);
  return {
    lend() {
      const hot = keptHot.lend();
      const others = keptOthers.lend();
      return {
        hot,
        others,
        kysely: new Kysely({ dialect: new PostgresDialect({ pool: others }) }),
        allow() {},
        async close() {
          await Promise.all([hot.end(), others.end()]);
        },
      };
    },
    close: () => database.close(),
  };
}

async function openTemporary(version: Version): Promise<TestDatabase> {
  const { url, check, drop } = await takeDatabase(version);
  const newID = countingIDs();
  const database = kept.get(url) ?? keepDatabase(url);
  kept.set(url, database);
  let store = createStore({ database: database.lend(), url, newID });
  return {
    store,
    async reopen() {
      await store.close();
      store = await openPostgresStore({ url, newID, now: NOON });
      return store;
    },
    check,
    async drop() {
      await store.close();
      await drop();
    },
  };
}

for (const version of VERSIONS) describeStore(`PostgreSQL ${version}`, () => openTemporary(version));
