import { describe, expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

const NOW = Date.UTC(2026, 10, 21);

function takeMany(
  limit: ReturnType<typeof createRateLimit<string>>,
  key: string,
  count: number,
  now = NOW,
): number {
  return Array.from({ length: count }, () => limit.take(key, now)).filter((wait) => wait === null).length;
}

describe('rate limit', () => {
  test('a burst passes, followed by the given number per second', () => {
    const limit = createRateLimit<string>({ perSecond: 10, burst: 100, keysMax: 10 });
    expect(takeMany(limit, 'a', 150)).toBe(100);
    expect(takeMany(limit, 'a', 50, NOW + 99)).toBe(0);
    expect(takeMany(limit, 'a', 50, NOW + 100)).toBe(1);
    expect(takeMany(limit, 'a', 50, NOW + 1100)).toBe(10);
    expect(takeMany(limit, 'a', 150, NOW + 60_000)).toBe(100);
  });

  test('each key has its own limit', () => {
    const limit = createRateLimit<string>({ perSecond: 1, burst: 2, keysMax: 10 });
    expect([takeMany(limit, 'a', 5), takeMany(limit, 'b', 5)]).toEqual([2, 2]);
  });

  test('the refusal has the wait in whole seconds, after which a request passes', () => {
    const limit = createRateLimit<string>({ perSecond: 0.1, burst: 1, keysMax: 10 });
    expect(limit.take('a', NOW)).toBeNull();
    expect(limit.take('a', NOW)).toBe(10);
    expect(limit.take('a', NOW + 500)).toBe(10);
    expect(limit.take('a', NOW + 9001)).toBe(1);
    expect(limit.take('a', NOW + 10_000)).toBeNull();
  });

  test("a refused request doesn't count", () => {
    const limit = createRateLimit<string>({ perSecond: 1, burst: 1, keysMax: 10 });
    expect(takeMany(limit, 'a', 1000)).toBe(1);
    expect(limit.take('a', NOW + 1000)).toBeNull();
  });

  test('0 per second is not a limit', () => {
    const limit = createRateLimit<string>({ perSecond: 0, burst: 1, keysMax: 10 });
    expect(takeMany(limit, 'a', 10_000)).toBe(10_000);
  });

  test('a burst of less than one counts as one', () => {
    expect(takeMany(createRateLimit<string>({ perSecond: 5, burst: 0, keysMax: 10 }), 'a', 9)).toBe(1);
  });

  test('a clock that is set back blocks no caller for longer than a burst takes', () => {
    const limit = createRateLimit<string>({ perSecond: 1, burst: 5, keysMax: 10 });
    takeMany(limit, 'a', 5, NOW + 3_600_000);
    expect(limit.take('a', NOW)).toBe(1);
    expect(limit.take('a', NOW + 1000)).toBeNull();
  });

  test('above keysMax, the least recently used key is forgotten', () => {
    const limit = createRateLimit<string>({ perSecond: 1, burst: 1, keysMax: 2 });
    for (const key of ['a', 'b', 'a', 'c']) limit.take(key, NOW);
    expect([limit.take('a', NOW), limit.take('c', NOW)]).toEqual([1, 1]);
    expect(limit.take('b', NOW)).toBeNull();
  });
});
