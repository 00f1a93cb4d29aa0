import { describe, expect, test } from 'vitest';
import { countDone, countLost, EDITED, openTwoAPIs, PAIRS } from '../edit-pairs.ts';
import { openTwoNodes } from './two-nodes.ts';

const TIMEOUT_MS = 600_000;

describe('two nodes that edit one resource at the same moment', () => {
  test.each(EDITED)('lose no edit of $name', { timeout: TIMEOUT_MS }, async (resource) => {
    const { a, b } = await openTwoNodes('18');
    expect(await countLost(await openTwoAPIs(a, b), resource, PAIRS)).toBe(0);
  });

  test.each(EDITED)('do one of two edits of $name that expect the same revision', async (resource) => {
    const { a, b } = await openTwoNodes('18');
    const done = await countDone(await openTwoAPIs(a, b), resource, 5);
    expect(done).toEqual([1, 1, 1, 1, 1]);
  });
});
