import { describe, expect, test } from 'vitest';
import { createRecent } from './recent.ts';

describe('a cache of recently used entries', () => {
  test('keeps used entries and forgets unused ones', () => {
    const recent = createRecent<string, number>(4);
    recent.set('used', 1);
    recent.set('quiet', 2);
    for (let other = 0; other < 10; other += 1) {
      recent.set(`other ${other}`, other);
      expect(recent.get('used')).toBe(1);
    }
    expect(recent.get('quiet')).toBeUndefined();
  });

  test('never holds more than its bound', () => {
    const recent = createRecent<number, number>(10);
    for (let key = 0; key < 100; key += 1) recent.set(key, key);
    const held = Array.from({ length: 100 }, (_, key) => recent.get(key)).filter(
      (value) => value !== undefined,
    );
    expect(held.length).toBeLessThanOrEqual(10);
    expect(held).toContain(99);
  });

  test('gives the value that was set last', () => {
    const recent = createRecent<string, number>(4);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.set('a', 3);
    expect([recent.get('a'), recent.get('b')]).toEqual([3, 2]);
  });

  test('forgets one, or all', () => {
    const recent = createRecent<string, number>(6);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.delete('a');
    expect([recent.get('a'), recent.get('b')]).toEqual([undefined, 2]);
    recent.clear();
    expect(recent.get('b')).toBeUndefined();
  });
});
