import { expect, test } from 'vitest';
import { findSimilarLines } from './similar-lines.ts';

const lines = (kind: 'added' | 'removed' | 'same', texts: readonly string[]) =>
  texts.map((text) => ({ kind, text }));
const copied = (count: number) => Array.from({ length: count }, (_, index) => `copied part-${index} of 90`);

test.each([
  ['four similar lines stay', lines('added', copied(4)), []],
  ['of five similar lines, the first and the last stay', lines('added', copied(5)), [{ from: 1, count: 3 }]],
  [
    'paths are similar',
    lines(
      'removed',
      ['/a/b', '/a/c', '/d', '/e/f', '/g'].map((path) => `rm ${path}`),
    ),
    [{ from: 1, count: 3 }],
  ],
  ['other words are not similar', lines('added', ['one', 'two', 'three', 'four', 'five']), []],
  ['equal lines of both logs stay', lines('same', copied(9)), []],
  ['added and removed lines are apart', [...lines('added', copied(3)), ...lines('removed', copied(3))], []],
  [
    'two runs with a line between',
    [...lines('added', copied(5)), ...lines('added', ['disk full']), ...lines('added', copied(6))],
    [
      { from: 1, count: 3 },
      { from: 7, count: 4 },
    ],
  ],
  ['nothing', [], []],
])('similar lines: %s', (_, given, found) => {
  expect(findSimilarLines(given)).toEqual(found);
});
