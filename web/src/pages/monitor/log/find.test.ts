import { expect, test } from 'vitest';
import { findAll, MATCHES_MAX } from './find.ts';

test('finds all places, whatever the case', () => {
  expect(findAll(['Error: no', 'none', 'an ERROR error'], 'error')).toEqual([
    { line: 0, from: 0, to: 5 },
    { line: 2, from: 3, to: 8 },
    { line: 2, from: 9, to: 14 },
  ]);
});

test('finds nothing for nothing', () => expect(findAll(['text'], '')).toEqual([]));

test('matches do not overlap, and stop at a limit', () => {
  expect(findAll(['aaaa'], 'aa')).toHaveLength(2);
  expect(findAll(['a'.repeat(5000)], 'a')).toHaveLength(MATCHES_MAX);
});
