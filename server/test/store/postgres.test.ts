import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { VERSIONS, type Version } from '../postgres/binaries.ts';
import { takeDatabase } from '../postgres/database.ts';
import { describeStore } from './conformance.ts';
import { countingIDs, NOON, type TestDatabase } from './suite/fixtures.ts';

async function openTemporary(version: Version): Promise<TestDatabase> {
  const { url, check, drop } = await takeDatabase(version);
  const options = { url, newID: countingIDs(), now: NOON };
  let store = await openPostgresStore(options);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openPostgresStore(options);
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
