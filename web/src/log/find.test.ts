import { expect, test } from 'vitest';
import { findAll, MATCHES_MAX } from './find.ts';

test('finds all matches, ignoring case', () => {
  expect(findAll(['Error: no', 'none', 'an ERROR error'], 'error')).toEqual([
    { line: 0, from: 0, to: 5 },
    { line: 2, from: 3, to: 8 },
    { line: 2, from: 9, to: 14 },
  ]);
});

test('an empty search finds nothing', () => expect(findAll(['text'], '')).toEqual([]));

test('matches do not overlap, and stop at a limit', () => {
  expect(findAll(['aaaa'], 'aa')).toHaveLength(2);
  expect(findAll(['a'.repeat(5000)], 'a')).toHaveLength(MATCHES_MAX);
});
