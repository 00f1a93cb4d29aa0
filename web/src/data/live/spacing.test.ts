import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSpacing, REFETCH_INTERVAL_MS } from './spacing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('60 changes in 20 s cause five refetches of a kind, the last after the last change', () => {
  const ran: number[] = [];
  const spaced = createSpacing(() => ran.push(Date.now()));
  let changedAt = 0;
  for (let number = 0; number < 60; number += 1) {
    spaced('incidents');
    changedAt = Date.now();
    vi.advanceTimersByTime(20_000 / 60);
  }
  vi.advanceTimersByTime(REFETCH_INTERVAL_MS);
  expect(ran).toHaveLength(5);
  expect(ran.at(-1)).toBeGreaterThanOrEqual(changedAt);
});

test('the first change of each kind is shown immediately, and so is a change after a pause', () => {
  const ran: string[] = [];
  const spaced = createSpacing((kind) => ran.push(kind));
  spaced('incidents');
  spaced('channels');
  expect(ran).toEqual(['incidents', 'channels']);
  vi.advanceTimersByTime(REFETCH_INTERVAL_MS);
  spaced('incidents');
  expect(ran).toEqual(['incidents', 'channels', 'incidents']);
});
