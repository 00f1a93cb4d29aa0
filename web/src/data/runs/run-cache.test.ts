import type { Run } from '@overdue/sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRunCache } from './run-cache.ts';

const RUN: Run = {
  runID: 'r1',
  state: 'succeeded',
  expectedAt: null,
  startedAt: null,
  endedAt: '2026-11-21T02:00:00.000Z',
  duration: null,
  late: false,
  startEvent: null,
  endEvent: 1,
  check: null,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function cacheWithCalls(response: (shortIDs: readonly string[]) => Promise<void> = async () => {}) {
  const calls: (readonly string[])[] = [];
  const cache = createRunCache(async (shortIDs) => {
    calls.push(shortIDs);
    await response(shortIDs);
    return new Map(shortIDs.map((shortID) => [shortID, [RUN]]));
  });
  return { cache, calls };
}

test('rows that appear together share requests of at most 60', async () => {
  const { cache, calls } = cacheWithCalls();
  for (let row = 0; row < 70; row += 1) cache.watch(`m${row}`, 'v1');
  await vi.advanceTimersByTimeAsync(100);
  expect(calls.map(({ length }) => length)).toEqual([60, 10]);
  expect(cache.read('m69')).toEqual([RUN]);
});

test('rows that only scroll by are not requested', async () => {
  const { cache, calls } = cacheWithCalls();
  cache.watch('passing', 'v1')();
  cache.watch('staying', 'v1');
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toEqual([['staying']]);
});

test('cached runs are not requested again until the monitor changes', async () => {
  const { cache, calls } = cacheWithCalls();
  const leave = cache.watch('a', 'v1');
  await vi.advanceTimersByTimeAsync(100);
  leave();
  cache.watch('a', 'v1')();
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toHaveLength(1);
  cache.watch('a', 'v2');
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toHaveLength(2);
});

test('a monitor that changes constantly is requested every two seconds, and its last change is not missed', async () => {
  const { cache, calls } = cacheWithCalls();
  let leave = cache.watch('a', 'v0');
  for (let version = 1; version <= 100; version += 1) {
    await vi.advanceTimersByTimeAsync(100);
    leave();
    leave = cache.watch('a', `v${version}`);
  }
  expect(calls.length).toBeLessThanOrEqual(6);
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(3000);
  expect(calls).toHaveLength(before + 1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).toHaveLength(before + 1);
});

test('listeners are called when runs arrive', async () => {
  const { cache } = cacheWithCalls();
  let calls = 0;
  cache.subscribe('a', () => {
    calls += 1;
  });
  cache.watch('a', 'v1');
  expect(cache.read('a')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toBe(1);
});

test('a failed request is retried after ten seconds', async () => {
  let isBroken = true;
  const { cache, calls } = cacheWithCalls(async () => {
    if (isBroken) throw new Error('No response.');
  });
  cache.watch('a', 'v1');
  await vi.advanceTimersByTimeAsync(9000);
  expect(calls).toHaveLength(1);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(calls).toHaveLength(2);
  expect(cache.read('a')).toEqual([RUN]);
});
