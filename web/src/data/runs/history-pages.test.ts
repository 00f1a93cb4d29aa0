import { expect, test } from 'vitest';
import { withNewest } from './history-pages.ts';

const page = (nextCursor: string | null, ...items: readonly number[]) => ({ items, nextCursor });
const join = (known: ReturnType<typeof page>, newest: ReturnType<typeof page>) =>
  withNewest(known, newest, String);

test('the first page is used without other pages', () =>
  expect(join(page(null), page('a', 3, 2))).toEqual(page('a', 3, 2)));

test('new entries precede known ones, and the end stays', () => {
  expect(join(page('old', 4, 3, 2, 1), page('a', 5, 4, 3))).toEqual(page('old', 5, 4, 3, 2, 1));
});

test('without a common item, only the newest page is used, because items in between may be missing', () => {
  expect(join(page('old', 4, 3), page('a', 9, 8))).toEqual(page('a', 9, 8));
});

test('a newest page with all items keeps its own end', () => {
  expect(join(page('old', 4, 3), page('a', 5, 4, 3))).toEqual(page('a', 5, 4, 3));
});
