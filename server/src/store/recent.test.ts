import { describe, expect, test } from 'vitest';
import { createRecent } from './recent.ts';

describe('what was used last', () => {
  test('forgets the entry that was quiet the longest', () => {
    const recent = createRecent<string, number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.get('a');
    recent.set('c', 3);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
  });

  test('replaces a value without forgetting another', () => {
    const recent = createRecent<string, number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.set('a', 3);
    expect([recent.get('a'), recent.get('b')]).toEqual([3, 2]);
  });

  test('forgets one, or all', () => {
    const recent = createRecent<string, number>(3);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.delete('a');
    expect([recent.get('a'), recent.get('b')]).toEqual([undefined, 2]);
    recent.clear();
    expect(recent.get('b')).toBeUndefined();
  });
});
