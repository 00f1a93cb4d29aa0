import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSpacing, REFETCH_INTERVALS } from './spacing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('changes that keep arriving are read in growing intervals, the last time after the last change', () => {
  const ran: number[] = [];
  const startedAt = Date.now();
  const spaced = createSpacing(() => ran.push((Date.now() - startedAt) / 1000));
  for (let number = 0; number < 400; number += 1) {
    spaced('incidents');
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(REFETCH_INTERVALS.lastMs);
  expect(ran).toEqual([0, 1, 3, 7, 15, 25, 35, 45]);
});

test('the first change of each kind is shown immediately, and so is a change after a pause', () => {
  const ran: string[] = [];
  const spaced = createSpacing((kind) => ran.push(kind));
  expect(spaced('incidents')).toBe(true);
  expect(spaced('channels')).toBe(true);
  expect(spaced('incidents')).toBe(false);
  vi.advanceTimersByTime(REFETCH_INTERVALS.firstMs);
  expect(ran).toEqual(['incidents', 'channels', 'incidents']);
  vi.advanceTimersByTime(2 * REFETCH_INTERVALS.firstMs);
  expect(spaced('incidents')).toBe(true);
});

test('after the longest interval without a change, the intervals start over', () => {
  const ran: string[] = [];
  const spaced = createSpacing((kind) => ran.push(kind));
  for (let number = 0; number < 100; number += 1) {
    spaced('incidents');
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(2 * REFETCH_INTERVALS.lastMs);
  ran.length = 0;
  spaced('incidents');
  spaced('incidents');
  vi.advanceTimersByTime(REFETCH_INTERVALS.firstMs);
  expect(ran).toHaveLength(2);
});
