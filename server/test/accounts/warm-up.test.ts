import { expect, test } from 'vitest';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { openEmptyStore } from '../empty-store.ts';
import { createFakeClock } from '../fake-clock.ts';
import { createTestAccounts } from '../http/test-accounts.ts';

test('a stop cancels the warm-up of sign-in instead of waiting for it', async () => {
  const store = await openEmptyStore(() => systemRandom.uuid());
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 12));
  const accounts = createTestAccounts(store, { clock });
  accounts.warmUp();
  expect(clock.pending()).toBe(1);
  await accounts.drain();
  expect(clock.pending()).toBe(0);
  await store.close();
});
