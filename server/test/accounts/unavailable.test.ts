import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { openEmptyStore } from '../empty-store.ts';
import { openSite, PASSWORD } from './site.ts';

class UnreachableDatabase extends DummyDriver {
  override acquireConnection(): never {
    throw new DatabaseUnavailable('The connection was refused.');
  }
}

test.each([
  ['sign-in/email', { email: 'ann@example.com', password: PASSWORD }],
  ['change-password', { currentPassword: PASSWORD, newPassword: 'tr0ub4dor and three' }],
  ['magic-link/verify', { token: 'unknown' }],
])('%s is refused with 503 if the database becomes unreachable within the step', async (step, json) => {
  const store = await openEmptyStore(() => systemRandom.uuid());
  onTestFinished(() => store.close());
  const db = new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new UnreachableDatabase(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const accountTables = { db, type: 'sqlite' as const, transaction: false };
  const site = await openSite({ store: { ...store, accountTables } });
  const owner = await site.openAsOwner();
  const refused = await owner.send('POST', `/auth/${step}`, json);
  expect(refused).toMatchObject({ status: 503, error: { code: 'unavailable' } });
  expect(refused.headers.get('Retry-After')).not.toBeNull();
});
