import { expect, test } from 'vitest';
import { keptCheckBadge, keptTagBadge, readKeptCheckKey, readKeptSignature } from './kept-badge.ts';

const KEY = '9306f58f-a2cb-4a90-bbde-fcd01b94979b';

test.each([
  [`https://hc.example.com/b/2/${KEY}.svg`, KEY],
  [`https://example.com/healthchecks/b/3/${KEY.toUpperCase()}.json`, KEY],
  ['https://hc.example.com/b/2/p7w4nc2h9t.svg', null],
  ['', null],
])('the key in a check’s badge_url %j is %j', (url, key) => expect(keptCheckBadge(url)).toBe(key));

test.each([
  ['https://hc.example.com/badge/bbbb-B_/bIc9nNGJ-2/y.svg', 'bbbb-B_/bIc9nNGJ'],
  ['https://hc.example.com/badge/bbbb/bIc9nNGJ/a%2Fb.c.shields', 'bbbb/bIc9nNGJ'],
  ['https://hc.example.com/badge/bbbb/bIc9nNGJ-2.svg', 'bbbb/bIc9nNGJ'],
  ['https://hc.example.com/badge/bbbb/short/y.svg', null],
  ['https://hc.example.com/status/', null],
])('the badge of a tag at %j is named by %j', (url, value) => expect(keptTagBadge(url)).toBe(value));

test('a signature says whether the badge shows that checks are late', () => {
  expect(readKeptSignature('pO8aXr-2')).toEqual({ signature: 'pO8aXr-2', showsLate: true });
  expect(readKeptSignature('pO8aXr-2-2')).toEqual({ signature: 'pO8aXr-2', showsLate: false });
  expect(readKeptSignature('pO8aXr-b9')).toBeNull();
  expect(readKeptCheckKey(KEY)).toBe(KEY);
  expect(readKeptCheckKey(`${KEY}0`)).toBeNull();
});
