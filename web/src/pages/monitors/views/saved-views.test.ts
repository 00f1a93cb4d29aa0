import { expect, test } from 'vitest';
import { parseViews, type SavedView, VIEWS_MAX, withoutView, withView } from './saved-views.ts';

const view = (name: string, query = ''): SavedView => ({ name, query });

test.each([
  [null],
  ['not JSON'],
  ['{}'],
  ['[1, null, {"name": ""}, {"name": "a"}, {"name": "a", "query": 1}]'],
  [JSON.stringify([view('n'.repeat(61))])],
])('invalid views are dropped: %s', (text) => expect(parseViews(text)).toEqual([]));

test('stored views read back', () => {
  const views = [view('Billing', 'project=p'), view('Nightly', 'tag=nightly&sort=next')];
  expect(parseViews(JSON.stringify(views))).toEqual(views);
});

test('a view with the same name is replaced in its place', () =>
  expect(withView([view('a', 'q=1'), view('b')], view('a', 'q=2'))).toEqual([view('a', 'q=2'), view('b')]));

test('the oldest view is dropped when there are too many', () => {
  const full = Array.from({ length: VIEWS_MAX }, (_, number) => view(`${number}`));
  const next = withView(full, view('new'));
  expect(next).toHaveLength(VIEWS_MAX);
  expect(next[0]?.name).toBe('1');
  expect(next.at(-1)?.name).toBe('new');
});

test('a view is removed by its name', () =>
  expect(withoutView([view('a'), view('b')], 'a')).toEqual([view('b')]));
