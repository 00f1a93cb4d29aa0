import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEVERITIES } from '../alerting/alert.ts';
import {
  DEFAULT_VIEW,
  GROUPINGS,
  isNarrowed,
  isSameView,
  type ListView,
  parseListView,
  SORTS,
  STATUSES_WORST_FIRST,
  searchOf,
  settingsOf,
  toggled,
  viewOf,
} from './list-view.ts';

const ALL = DEFAULT_VIEW;

test.each<ListView>([
  ALL,
  { ...ALL, q: 'pg dump', sort: 'name', group: 'tag' },
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

test('a query string about a view has only what differs from it, and turns a filter off with an empty parameter', () => {
  const base: ListView = { ...ALL, statuses: ['down'], tags: ['db'], sort: 'name' };
  expect(searchOf({ ...base, statuses: [], group: 'tag' }, base)).toEqual({ status: '', group: 'tag' });
  expect(viewOf({ status: '', group: 'tag' }, base)).toEqual({ ...base, statuses: [], group: 'tag' });
  expect(searchOf({ ...base, sort: 'worst' }, base)).toEqual({ sort: 'worst' });
});

const words = (known: readonly string[]) => fc.subarray([...known]);
const views = fc
  .record({
    q: fc.string(),
    projects: fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,10}$/)),
    statuses: words(STATUSES_WORST_FIRST),
    tags: fc.uniqueArray(fc.string({ minLength: 1 })),
    severities: words(SEVERITIES),
    sort: fc.constantFrom(...SORTS),
    group: fc.constantFrom(...GROUPINGS),
  })
  .map((view) => parseListView(view) ?? ALL);

test('every view comes back from its query string, whatever view the query string is about', () =>
  fc.assert(
    fc.property(views, views, (view, base) => {
      expect(viewOf(searchOf(view, base), base)).toEqual(view);
      expect(isSameView(view, base)).toBe(Object.keys(searchOf(view, base)).length === 0);
    }),
  ));

test('every view comes back from stored JSON', () =>
  fc.assert(
    fc.property(views, (view) => {
      expect(parseListView(JSON.parse(JSON.stringify(view)))).toEqual(view);
      expect(settingsOf({ ...view, ...{ name: 'more' } })).toEqual(view);
    }),
  ));

test('no stored JSON makes the parser throw or return something else than a view', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const view = parseListView(value);
      if (view !== null) expect(Object.keys(view).toSorted()).toEqual(Object.keys(ALL).toSorted());
    }),
  ));

test.each([[null], ['x'], [[]], [{ q: 1 }], [{ tags: 'db' }], [{ tags: [1] }], [{ sort: 3 }]])(
  'settings of a wrong type are no view: %j',
  (value) => expect(parseListView(value)).toBeNull(),
);

test('missing settings have their defaults, and unknown words are dropped', () =>
  expect(parseListView({ statuses: ['up', 'broken', 'down'], sort: 'best', colour: 'red' })).toEqual({
    ...ALL,
    statuses: ['down', 'up'],
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
