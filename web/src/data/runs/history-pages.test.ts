import { expect, test } from 'vitest';
import { withNewest } from './history-pages.ts';

const page = (nextCursor: string | null, ...items: readonly number[]) => ({ items, nextCursor });
const join = (known: ReturnType<typeof page>, newest: ReturnType<typeof page>) =>
  withNewest(known, newest, String);

test('the first page stands alone', () => expect(join(page(null), page('a', 3, 2))).toEqual(page('a', 3, 2)));

test('new entries precede known ones, and the end stays', () => {
  expect(join(page('old', 4, 3, 2, 1), page('a', 5, 4, 3))).toEqual(page('old', 5, 4, 3, 2, 1));
});

test('where the two have nothing in common, the newest stands alone: others may lie between', () => {
  expect(join(page('old', 4, 3), page('a', 9, 8))).toEqual(page('a', 9, 8));
});

test('a newest page that has everything brings its own end', () => {
  expect(join(page('old', 4, 3), page('a', 5, 4, 3))).toEqual(page('a', 5, 4, 3));
});
