import { expect, test } from 'vitest';
import { createSharedPlaces } from './shared-places.ts';

test('holders take turns, and each keeps its order', () => {
  const places = createSharedPlaces<string>(10);
  for (const item of ['a1', 'a2', 'a3']) places.add('a', item);
  places.add('b', 'b1');
  places.add('c', 'c1');
  expect(places.takeNext()).toBe('a1');
  places.add('c', 'c2');
  const rest = Array.from({ length: 6 }, () => places.takeNext());
  expect(rest).toEqual(['b1', 'c1', 'a2', 'c2', 'a3', undefined]);
  expect(places.size).toBe(0);
});

test('a holder has at most nine tenths of the places, and leaves the rest to others', () => {
  const places = createSharedPlaces<number>(100);
  let held = 0;
  while (!places.isUsedUp('flood')) places.add('flood', held++);
  expect(held).toBe(90);
  expect(places.isUsedUp('b')).toBe(false);
});

test('a holder without items gets no place when none is left', () => {
  const places = createSharedPlaces<number>(3);
  for (const holder of ['a', 'b', 'c']) places.add(holder, 1);
  expect(places.isUsedUp('d')).toBe(true);
  places.takeNext();
  expect(places.isUsedUp('d')).toBe(false);
});
