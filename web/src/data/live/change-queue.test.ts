import type { MonitorRow } from '@overdue/sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChangeQueue } from './change-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function version(shortID: string, name: string): MonitorRow {
  return { shortID, name } as unknown as MonitorRow;
}

function queueWithApplied() {
  const applied: { readonly names: readonly string[]; readonly deleted: readonly string[] }[] = [];
  const queue = createChangeQueue((monitors, deleted) =>
    applied.push({ names: monitors.map(({ name }) => name), deleted }),
  );
  return { queue, applied };
}

test('the first change is applied immediately, and the next changes together a quarter of a second later', () => {
  const { queue, applied } = queueWithApplied();
  queue.add([version('a', 'a1')], []);
  expect(applied).toHaveLength(1);
  queue.add([version('a', 'a2'), version('b', 'b1')], []);
  queue.add([version('a', 'a3')], []);
  expect(applied).toHaveLength(1);
  vi.advanceTimersByTime(250);
  expect(applied[1]).toEqual({ names: ['a3', 'b1'], deleted: [] });
});

test('a thousand changes a second are applied four times', () => {
  const { queue, applied } = queueWithApplied();
  for (let number = 0; number < 1000; number += 1) {
    queue.add([version(`m${number % 50}`, `${number}`)], []);
    vi.advanceTimersByTime(1);
  }
  expect(applied.length).toBeLessThanOrEqual(5);
});

test('applies deletions, and monitors that were created again', () => {
  const { queue, applied } = queueWithApplied();
  queue.add([version('x', 'x')], []);
  queue.add([version('a', 'a1')], []);
  queue.add([], ['a', 'b']);
  queue.add([version('b', 'b2')], []);
  vi.advanceTimersByTime(250);
  expect(applied[1]).toEqual({ names: ['b2'], deleted: ['a'] });
});

test('clearing drops waiting changes', () => {
  const { queue, applied } = queueWithApplied();
  queue.add([version('a', 'a1')], []);
  queue.add([version('a', 'a2')], []);
  queue.clear();
  vi.advanceTimersByTime(1000);
  expect(applied).toHaveLength(1);
});
