import type { Run } from '@overdue/sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRunShelf } from './run-cache.ts';

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
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function shelfWithCalls(answer: (shortIDs: readonly string[]) => Promise<void> = async () => {}) {
  const calls: (readonly string[])[] = [];
  const shelf = createRunShelf(async (shortIDs) => {
    calls.push(shortIDs);
    await answer(shortIDs);
    return new Map(shortIDs.map((shortID) => [shortID, [RUN]]));
  });
  return { shelf, calls };
}

test('rows that come at about the same time are asked for at once, in requests of at most 60', async () => {
  const { shelf, calls } = shelfWithCalls();
  for (let row = 0; row < 70; row += 1) shelf.want(`m${row}`, 'v1');
  await vi.advanceTimersByTimeAsync(100);
  expect(calls.map(({ length }) => length)).toEqual([60, 10]);
  expect(shelf.read('m69')).toEqual([RUN]);
});

test('rows that only passed by are not asked for', async () => {
  const { shelf, calls } = shelfWithCalls();
  shelf.want('passing', 'v1')();
  shelf.want('staying', 'v1');
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toEqual([['staying']]);
});

test('what is known is not asked for again until the monitor changes', async () => {
  const { shelf, calls } = shelfWithCalls();
  const leave = shelf.want('a', 'v1');
  await vi.advanceTimersByTimeAsync(100);
  leave();
  shelf.want('a', 'v1')();
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toHaveLength(1);
  shelf.want('a', 'v2');
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toHaveLength(2);
});

test('a monitor that changes all the time is asked for every two seconds, and its last change is not missed', async () => {
  const { shelf, calls } = shelfWithCalls();
  let leave = shelf.want('a', 'v0');
  for (let version = 1; version <= 100; version += 1) {
    await vi.advanceTimersByTimeAsync(100);
    leave();
    leave = shelf.want('a', `v${version}`);
  }
  expect(calls.length).toBeLessThanOrEqual(6);
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(3000);
  expect(calls).toHaveLength(before + 1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).toHaveLength(before + 1);
});

test('those who look are told when the runs have come', async () => {
  const { shelf } = shelfWithCalls();
  let told = 0;
  shelf.subscribe('a', () => {
    told += 1;
  });
  shelf.want('a', 'v1');
  expect(shelf.read('a')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toBe(1);
});

test('what could not be read is tried again after ten seconds', async () => {
  let isBroken = true;
  const { shelf, calls } = shelfWithCalls(async () => {
    if (isBroken) throw new Error('No answer.');
  });
  shelf.want('a', 'v1');
  await vi.advanceTimersByTimeAsync(9000);
  expect(calls).toHaveLength(1);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(calls).toHaveLength(2);
  expect(shelf.read('a')).toEqual([RUN]);
});
