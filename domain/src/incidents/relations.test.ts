import { expect, test } from 'vitest';
import {
  isCommonHost,
  OPENED_TOGETHER_WITHIN_MS,
  type Relation,
  relationsOf,
  sortRelated,
} from './relations.ts';

const THIS = { monitorID: 1, openedAt: 1_000_000_000, closedAt: null, tags: ['db'], host: '192.0.2.1' };
const OTHER = { ...THIS, monitorID: 2, tags: ['web'], host: '192.0.2.2', openedAt: 0 };

test.each([
  ['nothing in common', {}, []],
  ['opened at the limit', { openedAt: THIS.openedAt - OPENED_TOGETHER_WITHIN_MS }, ['time']],
  ['opened just before the limit', { openedAt: THIS.openedAt - OPENED_TOGETHER_WITHIN_MS - 1 }, []],
  ['the same host', { host: THIS.host }, ['host']],
  ['a tag in common', { tags: ['web', 'db'] }, ['tag']],
  ['everything', { ...THIS, monitorID: 2 }, ['time', 'host', 'tag']],
  ['the same tag, but ended before', { tags: ['db'], closedAt: THIS.openedAt - 1 }, []],
  ['the same tag, ended at the start', { tags: ['db'], closedAt: THIS.openedAt }, ['tag']],
  ['no address', { host: null }, []],
  ['the same monitor', { ...THIS, openedAt: THIS.openedAt - 1 }, []],
])('relations of an incident with %s', (_, other, relations) => {
  expect(relationsOf(THIS, { ...OTHER, ...other })).toEqual(relations);
  expect(relationsOf({ ...OTHER, ...other }, THIS)).toEqual(relations);
});

test('two unknown addresses are not the same', () => {
  expect(relationsOf({ ...THIS, host: null }, { ...OTHER, host: null })).toEqual([]);
});

test.each([
  ['fewer than four addresses', ['a', 'a', 'a'], false],
  ['half of the addresses', ['a', 'a', 'b', 'c'], false],
  ['most addresses', ['a', 'a', 'a', 'b', 'c'], true],
  ['no address', [], false],
])('an address is common: %s', (_, hosts, expected) => {
  expect(isCommonHost('a', hosts)).toBe(expected);
});

test('simultaneous incidents come first, the closest at the top, then the same host, then the newest', () => {
  const related = (name: string, openedAt: number, relations: readonly Relation[]) => ({
    name,
    record: { openedAt },
    relations,
  });
  const sorted = sortRelated(
    [
      related('newest', 9_000_000, ['tag']),
      related('neighbour', 8_000_000, ['host']),
      related('far', 1_200_000, ['time']),
      related('old', 0, ['tag']),
      related('close', 999_000, ['time', 'tag']),
    ],
    1_000_000,
  );
  expect(sorted.map(({ name }) => name)).toEqual(['neighbour', 'close', 'old', 'newest', 'far']);
});
