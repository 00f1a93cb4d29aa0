import { expect, test } from 'vitest';
import { createSourceCache, type SourceReading } from './source-cache.ts';

const MINUTE = 60_000;
const FILE = { name: 'Healthchecks', text: '{"checks":[]}' };
const READING: SourceReading = { teamID: 'a', source: 'healthchecks', account: { key: 'k', history: true } };

test('the data can be taken once, within ten minutes', () => {
  const cache = createSourceCache();
  cache.keep(READING, FILE, 0);
  expect(cache.take(READING, 10 * MINUTE - 1)).toBe(FILE);
  expect(cache.take(READING, 10 * MINUTE - 1)).toBeUndefined();
  cache.keep(READING, FILE, 0);
  expect(cache.take(READING, 10 * MINUTE)).toBeUndefined();
});

test.each([
  { ...READING, teamID: 'b' },
  { ...READING, source: 'sentry' as const },
  { ...READING, account: { key: 'other', history: true } },
  { ...READING, account: { key: 'k', history: false } },
  { ...READING, account: { key: 'k', history: true, url: 'https://hc.example.com' } },
])('another team, key or address gets nothing: %o', (other) => {
  const cache = createSourceCache();
  cache.keep(READING, FILE, 0);
  expect(cache.take(other, 1)).toBeUndefined();
  expect(cache.take(READING, 1)).toBe(FILE);
});

test('a node keeps the latest data of four teams, and none that is too large', () => {
  const cache = createSourceCache();
  const of = (teamID: string) => ({ ...READING, teamID });
  for (const team of ['a', 'b', 'c', 'd', 'e']) cache.keep(of(team), FILE, 0);
  expect(['a', 'b', 'e'].map((team) => cache.take(of(team), 1))).toEqual([undefined, FILE, FILE]);
  cache.keep(of('c'), { ...FILE, text: 'x'.repeat(8_000_001) }, 1);
  expect(cache.take(of('c'), 2)).toBeUndefined();
});
