import { expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { countDone, countLost, EDITED, openTwoAPIs, PAIRS } from '../../edit-pairs.ts';
import { openEmptyStore } from '../../empty-store.ts';

const TIMEOUT_MS = 600_000;

async function openOne() {
  const store = await openEmptyStore(() => systemRandom.uuid());
  onTestFinished(() => store.close());
  return openTwoAPIs(store, store);
}

test.each(EDITED)('simultaneous edits of $name are all kept', { timeout: TIMEOUT_MS }, async (resource) => {
  expect(await countLost(await openOne(), resource, PAIRS)).toBe(0);
});

test.each(EDITED)(
  'only the first of two edits of $name that expect the same revision is saved',
  async (resource) => {
    expect(await countDone(await openOne(), resource, 5)).toEqual([1, 1, 1, 1, 1]);
  },
);
