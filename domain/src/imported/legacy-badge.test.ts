import { expect, test } from 'vitest';
import { legacyCheckBadge, legacyTagBadge, readLegacyCheckKey, readLegacySignature } from './legacy-badge.ts';

const KEY = '9306f58f-a2cb-4a90-bbde-fcd01b94979b';

test.each([
  [`https://hc.example.com/b/2/${KEY}.svg`, KEY],
  [`https://example.com/healthchecks/b/3/${KEY.toUpperCase()}.json`, KEY],
  ['https://hc.example.com/b/2/p7w4nc2h9t.svg', null],
  ['', null],
])('the key in a check’s badge_url %j is %j', (url, key) => expect(legacyCheckBadge(url)).toBe(key));

test.each([
  ['https://hc.example.com/badge/bbbb-B_/bIc9nNGJ-2/y.svg', 'bbbb-B_/bIc9nNGJ'],
  ['https://hc.example.com/badge/bbbb/bIc9nNGJ/a%2Fb.c.shields', 'bbbb/bIc9nNGJ'],
  ['https://hc.example.com/badge/bbbb/bIc9nNGJ-2.svg', 'bbbb/bIc9nNGJ'],
  ['https://hc.example.com/badge/bbbb/short/y.svg', null],
  ['https://hc.example.com/status/', null],
])('the badge of a tag at %j is named by %j', (url, value) => expect(legacyTagBadge(url)).toBe(value));

test('a signature says whether the badge shows that checks are late', () => {
  expect(readLegacySignature('pO8aXr-2')).toEqual({ signature: 'pO8aXr-2', showsLate: true });
  expect(readLegacySignature('pO8aXr-2-2')).toEqual({ signature: 'pO8aXr-2', showsLate: false });
  expect(readLegacySignature('pO8aXr-b9')).toBeNull();
  expect(readLegacyCheckKey(KEY)).toBe(KEY);
  expect(readLegacyCheckKey(`${KEY}0`)).toBeNull();
});
