import { expect, test } from 'vitest';
import { createTimedCache } from './timed-cache.ts';

const ROOMY = { sizeMax: 100, sizeOf: (made: number) => made };

test('a result is served until it expires, also to concurrent callers', async () => {
  const cache = createTimedCache<number>({ ...ROOMY, keepMs: 10, entriesMax: 10 });
  let made = 0;
  const make = () => {
    made += 1;
    return Promise.resolve(made);
  };
  expect(await Promise.all([cache.take('a', 0, make), cache.take('a', 0, make)])).toEqual([1, 1]);
  expect(await cache.take('a', 9, make)).toBe(1);
  expect(await cache.take('a', 10, make)).toBe(2);
  expect(await cache.take('b', 10, make)).toBe(3);
});

test('a failed result is tried again', async () => {
  const cache = createTimedCache<number>({ ...ROOMY, keepMs: 10, entriesMax: 10 });
  await expect(cache.take('a', 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.take('a', 0, () => Promise.resolve(1))).toBe(1);
});

test('the oldest entry makes room', async () => {
  const cache = createTimedCache<number>({ ...ROOMY, keepMs: 10, entriesMax: 2 });
  const make = (value: number) => () => Promise.resolve(value);
  await cache.take('a', 0, make(1));
  await cache.take('b', 0, make(2));
  await cache.take('c', 0, make(3));
  expect(await cache.take('b', 0, make(4))).toBe(2);
  expect(await cache.take('a', 0, make(5))).toBe(5);
});

test('entries never take more than the space of the cache', async () => {
  const cache = createTimedCache<number>({ ...ROOMY, keepMs: 10, entriesMax: 10 });
  let made = 0;
  const take = (key: string, size: number) =>
    cache.take(key, 0, () => {
      made += 1;
      return Promise.resolve(size);
    });
  await take('a', 60);
  await take('b', 40);
  await take('a', 60);
  expect(made).toBe(2);
  await take('c', 1);
  await take('b', 40);
  await take('c', 1);
  expect(made).toBe(3);
  await take('a', 60);
  expect(made).toBe(4);
  await take('too large', 101);
  await take('too large', 101);
  expect(made).toBe(6);
  await take('b', 40);
  await take('a', 60);
  await take('b', 40);
  expect(made).toBe(8);
});
