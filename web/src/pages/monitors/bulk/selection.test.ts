import { expect, test } from 'vitest';
import { NOTHING, withAll, withoutGone, withRange, withToggled } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd'];

test('a row is chosen, and not chosen any more', () => {
  const one = withToggled(NOTHING, 'b');
  expect([...one.chosen]).toEqual(['b']);
  expect([...withToggled(one, 'b').chosen]).toEqual([]);
});

test.each([
  ['d', ['b', 'c', 'd']],
  ['a', ['b', 'a']],
  ['b', ['b']],
])('a range goes from the last choice to %s, in either direction', (to, expected) => {
  const { chosen, anchor } = withRange(withToggled(NOTHING, 'b'), to, ORDER);
  expect([...chosen].sort()).toEqual(expected.sort());
  expect(anchor).toBe('b');
});

test('a range without a beginning in the list chooses the row alone', () => {
  expect([...withRange(NOTHING, 'c', ORDER).chosen]).toEqual(['c']);
  const elsewhere = withToggled(NOTHING, 'z');
  expect([...withRange(elsewhere, 'c', ORDER).chosen].sort()).toEqual(['c', 'z']);
});

test('selecting all adds every row to the selection', () =>
  expect(withAll(withToggled(NOTHING, 'z'), ORDER).chosen.size).toBe(5));

test('deleted monitors leave the selection, which is otherwise unchanged', () => {
  const all = withAll(NOTHING, ORDER);
  expect(withoutGone(all, () => true)).toBe(all);
  expect([...withoutGone(all, (id) => id !== 'b').chosen]).toEqual(['a', 'c', 'd']);
});
