import type { Monitor } from '@overdue/sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChangeQueue } from './change-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function version(shortID: string, name: string): Monitor {
  return { shortID, name } as unknown as Monitor;
}

function queueWithTold() {
  const told: { readonly names: readonly string[]; readonly deleted: readonly string[] }[] = [];
  const queue = createChangeQueue((monitors, deleted) =>
    told.push({ names: monitors.map(({ name }) => name), deleted }),
  );
  return { queue, told };
}

test('the first change is applied at once, the next together a quarter of a second later', () => {
  const { queue, told } = queueWithTold();
  queue.add([version('a', 'a1')], []);
  expect(told).toHaveLength(1);
  queue.add([version('a', 'a2'), version('b', 'b1')], []);
  queue.add([version('a', 'a3')], []);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(250);
  expect(told[1]).toEqual({ names: ['a3', 'b1'], deleted: [] });
});

test('a thousand changes a second are applied four times', () => {
  const { queue, told } = queueWithTold();
  for (let number = 0; number < 1000; number += 1) {
    queue.add([version(`m${number % 50}`, `${number}`)], []);
    vi.advanceTimersByTime(1);
  }
  expect(told.length).toBeLessThanOrEqual(5);
});

test('what was deleted is gone, and what was created anew is there', () => {
  const { queue, told } = queueWithTold();
  queue.add([version('x', 'x')], []);
  queue.add([version('a', 'a1')], []);
  queue.add([], ['a', 'b']);
  queue.add([version('b', 'b2')], []);
  vi.advanceTimersByTime(250);
  expect(told[1]).toEqual({ names: ['b2'], deleted: ['a'] });
});

test('what waits is forgotten', () => {
  const { queue, told } = queueWithTold();
  queue.add([version('a', 'a1')], []);
  queue.add([version('a', 'a2')], []);
  queue.clear();
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(1);
});
