import { expect, test } from 'vitest';
import { isSame, type Order, orderToShow } from './frozen-order.ts';

const SHOWN: Order = { key: 'worst', shortIDs: ['a', 'b', 'c'] };
const always = () => true;

test('the order follows the view unless frozen', () => {
  const wanted = { key: 'worst', shortIDs: ['c', 'a', 'b', 'd'] };
  expect(orderToShow(SHOWN, wanted, { isFrozen: false, exists: always })).toBe(wanted);
});

test('frozen rows stay in place, and new ones wait', () => {
  const wanted = { key: 'worst', shortIDs: ['d', 'c', 'a'] };
  expect(orderToShow(SHOWN, wanted, { isFrozen: true, exists: always })).toBe(SHOWN);
});

test('deleted rows disappear immediately', () => {
  const wanted = { key: 'worst', shortIDs: ['c', 'a'] };
  const order = orderToShow(SHOWN, wanted, { isFrozen: true, exists: (id) => id !== 'b' });
  expect(order.shortIDs).toEqual(['a', 'c']);
});

test('another filter or order takes effect even while frozen', () => {
  const wanted = { key: 'name', shortIDs: ['c', 'a'] };
  expect(orderToShow(SHOWN, wanted, { isFrozen: true, exists: always })).toBe(wanted);
});

test('an empty list is never frozen', () => {
  const wanted = { key: 'worst', shortIDs: ['a'] };
  const empty = { key: 'worst', shortIDs: [] };
  expect(orderToShow(empty, wanted, { isFrozen: true, exists: always })).toBe(wanted);
});

test('the same order stays the same object', () => {
  const wanted = { ...SHOWN, shortIDs: [...SHOWN.shortIDs] };
  expect(isSame(SHOWN, wanted)).toBe(true);
  expect(orderToShow(SHOWN, wanted, { isFrozen: false, exists: always })).toBe(SHOWN);
});
