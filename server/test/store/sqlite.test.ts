import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { makeDataFolder } from '../data-folder.ts';
import { writeEmptyDatabase } from '../empty-store.ts';
import { describeStore } from './conformance.ts';
import { countingIDs, type TestDatabase } from './suite/fixtures.ts';

async function openTemporary(): Promise<TestDatabase> {
  const folder = makeDataFolder('overdue-store-');
  const options = { file: join(folder, 'overdue.db'), newID: countingIDs() };
  await writeEmptyDatabase(options.file);
  let store = await openSqliteStore(options);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openSqliteStore(options);
      return store;
    },
    check: (limit) => store.check(limit),
    async drop() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describeStore('SQLite', openTemporary);
