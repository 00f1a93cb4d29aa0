import { describe, expect, test } from 'vitest';
import { createGenerationCache } from './generation-cache.ts';

describe('a cache of recently used entries', () => {
  test('the cache keeps used entries and forgets unused ones', () => {
    const cache = createGenerationCache<string, number>(4);
    cache.set('used', 1);
    cache.set('quiet', 2);
    for (let other = 0; other < 10; other += 1) {
      cache.set(`other ${other}`, other);
      expect(cache.get('used')).toBe(1);
    }
    expect(cache.get('quiet')).toBeUndefined();
  });

  test('the cache never exceeds its maximum size', () => {
    const cache = createGenerationCache<number, number>(10);
    for (let key = 0; key < 100; key += 1) cache.set(key, key);
    const held = Array.from({ length: 100 }, (_, key) => cache.get(key)).filter(
      (value) => value !== undefined,
    );
    expect(held.length).toBeLessThanOrEqual(10);
    expect(held).toContain(99);
  });

  test('the cache returns the latest value', () => {
    const cache = createGenerationCache<string, number>(4);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('a', 3);
    expect([cache.get('a'), cache.get('b')]).toEqual([3, 2]);
  });

  test('the cache forgets one entry, or all', () => {
    const cache = createGenerationCache<string, number>(6);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.delete('a');
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 2]);
    cache.clear();
    expect(cache.get('b')).toBeUndefined();
  });
});
