import { expect, test } from 'vitest';
import { EMPTY_SELECTION, onlyShown, withAll, withRange, withToggled } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd'];

test('a row is selected and deselected', () => {
  const one = withToggled(EMPTY_SELECTION, 'b');
  expect([...one.selected]).toEqual(['b']);
  expect([...withToggled(one, 'b').selected]).toEqual([]);
});

test.each([
  ['d', ['b', 'c', 'd']],
  ['a', ['b', 'a']],
  ['b', ['b']],
])('a range goes from the last choice to %s, in either direction', (to, expected) => {
  const { selected, anchor } = withRange(withToggled(EMPTY_SELECTION, 'b'), to, ORDER);
  expect([...selected].sort()).toEqual(expected.sort());
  expect(anchor).toBe('b');
});

test('a range whose start left the list selects only the row', () => {
  expect([...withRange(EMPTY_SELECTION, 'c', ORDER).selected]).toEqual(['c']);
  const elsewhere = withToggled(EMPTY_SELECTION, 'z');
  expect([...withRange(elsewhere, 'c', ORDER).selected].sort()).toEqual(['c', 'z']);
});

test('selecting all adds every row to the selection', () =>
  expect(withAll(withToggled(EMPTY_SELECTION, 'z'), ORDER).selected.size).toBe(5));

test('deleted monitors leave the selection', () => {
  const all = withAll(EMPTY_SELECTION, ORDER);
  expect(onlyShown(all, new Set(['a', 'b', 'c', 'd']))).toBe(all);
  expect([...onlyShown(all, new Set(['a', 'c', 'd'])).selected]).toEqual(['a', 'c', 'd']);
});
