import { expect, test } from 'vitest';
import { isNarrowed, type ListView, searchOf, toggled, viewOf } from './monitor-view.ts';

const ALL: ListView = { q: '', projects: [], statuses: [], tags: [], severities: [], sort: 'worst' };

test.each<ListView>([
  ALL,
  { ...ALL, q: 'pg dump', sort: 'name' },
  { ...ALL, statuses: ['down', 'late'], projects: ['p7w4nc2h9t', 'k3v9x2mq7d'] },
  { ...ALL, severities: ['high', 'critical'] },
  { ...ALL, tags: ['a,b', '100%', '%2C', 'ü'] },
])('a view comes back from the query string as it was: %j', (view) =>
  expect(viewOf(searchOf(view))).toEqual(view),
);

test('default values are left out of the query string', () => expect(searchOf(ALL)).toEqual({}));

test('invalid values are dropped', () =>
  expect(viewOf({ status: 'down,broken,,down', severity: 'highest', sort: 'best', tag: ',' })).toEqual({
    ...ALL,
    statuses: ['down'],
  }));

test.each([
  [ALL, false],
  [{ ...ALL, sort: 'name' as const }, false],
  [{ ...ALL, q: '  ' }, false],
  [{ ...ALL, q: 'x' }, true],
  [{ ...ALL, tags: ['x'] }, true],
  [{ ...ALL, severities: ['low' as const] }, true],
])('%j is narrowed: %s', (view, expected) => expect(isNarrowed(view)).toBe(expected));

test('a value is toggled', () => {
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
});
