import { describe, expect, test } from 'vitest';
import { countDone, countLost, EDITED, openTwoAPIs, PAIRS } from '../edit-pairs.ts';
import { openTwoNodes } from './two-nodes.ts';

const TIMEOUT_MS = 600_000;

describe('simultaneous edits at two nodes', () => {
  test.each(EDITED)('no edit of $name is lost', { timeout: TIMEOUT_MS }, async (resource) => {
    const { a, b } = await openTwoNodes('18');
    expect(await countLost(await openTwoAPIs(a, b), resource, PAIRS)).toBe(0);
  });

  test.each(EDITED)(
    'only the first of two edits of $name that expect the same revision is saved',
    async (resource) => {
      const { a, b } = await openTwoNodes('18');
      const done = await countDone(await openTwoAPIs(a, b), resource, 5);
      expect(done).toEqual([1, 1, 1, 1, 1]);
    },
  );
});
