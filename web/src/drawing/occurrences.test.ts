import { expect, test } from 'vitest';
import { expectedTimes, layOutExpectedRuns, needsOccurrences } from './occurrences.ts';

const NOW = 1_000_000;
const schedule = { cron: '', onCalendar: '', timezone: 'UTC', graceDuration: 0, summary: '' };
const interval = (seconds: number) => ({
  kind: 'cron' as const,
  schedule: { ...schedule, type: 'interval', interval: seconds } as const,
  nextExpectedAt: new Date(NOW + 5000).toISOString(),
  paused: false,
});

test('an interval repeats from the next expected run to the end of the view', () => {
  const times = expectedTimes(interval(10), { later: [], view: { from: 0, to: NOW + 30_000 }, now: NOW });
  expect(times).toEqual([NOW + 5000, NOW + 15_000, NOW + 25_000]);
});

test('coming checks are not drawn', () => {
  const checked = { ...interval(10), kind: 'http' as const };
  expect(expectedTimes(checked, { later: [], view: { from: 0, to: NOW + 30_000 }, now: NOW })).toEqual([]);
});

test('occurrences are drawn only as far as they are distinguishable', () => {
  expect(
    expectedTimes(interval(10), { later: [], view: { from: 0, to: NOW + 1e9 }, now: NOW }).length,
  ).toBeLessThanOrEqual(100);
});

test('an expected run has the usual length, but ends at the latest when the next run begins', () => {
  const view = { from: 0, to: 100_000 };
  const one = (from: number, to: number) => ({ from, to });
  expect(layOutExpectedRuns([50_000, 70_000], view, 5000)).toEqual([
    one(50_000, 55_000),
    one(70_000, 75_000),
  ]);
  expect(layOutExpectedRuns([50_000, 70_000], view, 90_000)).toEqual([
    one(50_000, 70_000),
    one(70_000, 90_000),
  ]);
  expect(layOutExpectedRuns([], view, 10)).toEqual([]);
});

test('too many occurrences become one band to the end of the view', () => {
  const times = Array.from({ length: 100 }, (_, index) => 50_000 + index);
  expect(layOutExpectedRuns(times, { from: 0, to: 100_000 }, 10)).toEqual([{ from: 50_000, to: 100_000 }]);
});

test('a paused monitor has no expected runs', () => {
  expect(
    expectedTimes(
      { ...interval(10), paused: true },
      { later: [], view: { from: 0, to: NOW + 30_000 }, now: NOW },
    ),
  ).toEqual([]);
});

test('occurrences are requested only when the view reaches the next one', () => {
  const cron = {
    ...interval(0),
    schedule: { ...schedule, type: 'cron', interval: 0, cron: '* * * * *' } as const,
  };
  expect(needsOccurrences(cron, { from: 0, to: NOW })).toBe(false);
  expect(needsOccurrences(cron, { from: 0, to: NOW + 6000 })).toBe(true);
  expect(
    expectedTimes(cron, { later: [NOW, NOW + 65_000], view: { from: 0, to: NOW + 70_000 }, now: NOW }),
  ).toEqual([NOW + 5000, NOW + 65_000]);
});
