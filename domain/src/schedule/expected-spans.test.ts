import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../time-units.ts';
import { expectedSpans } from './expected-spans.ts';
import type { Schedule } from './schedule.ts';

const EVENING = Date.UTC(2026, 10, 23, 18);
const MORNING = Date.UTC(2026, 10, 24, 9);

const cron = (expression: string, timezone = 'UTC'): Schedule => ({
  type: 'cron',
  cron: expression,
  timezone,
  graceMs: 0,
});

function spansOf(schedule: Schedule, nextAt = EVENING): readonly (readonly [string, string])[] {
  return expectedSpans(schedule, { from: EVENING, to: MORNING, nextAt }).map(({ firstAt, lastAt }) => [
    new Date(firstAt).toISOString().slice(11, 16),
    new Date(lastAt).toISOString().slice(11, 16),
  ]);
}

test.each([
  ['a daily job', '0 2 * * *', [['02:00', '02:00']]],
  ['a job at both ends, of which the second is excluded', '0 18,9 * * *', [['18:00', '18:00']]],
  ['a job by the minute', '* * * * *', [['18:00', '08:59']]],
  [
    'a job by the minute in two hours',
    '* 1,4 * * *',
    [
      ['01:00', '01:59'],
      ['04:00', '04:59'],
    ],
  ],
  ['a job every quarter of an hour', '*/15 1 * * *', [['01:00', '01:45']]],
  [
    'a job every 20 minutes',
    '*/20 1 * * *',
    [
      ['01:00', '01:00'],
      ['01:20', '01:20'],
      ['01:40', '01:40'],
    ],
  ],
  ['a job on another day', '0 2 1 1 *', []],
])('expects the runs of %s', (_, expression, spans) => {
  expect(spansOf(cron(expression))).toEqual(spans);
});

test('runs before the next expected one are left out', () => {
  expect(spansOf(cron('0 * * * *'), Date.UTC(2026, 10, 24, 7))).toEqual([
    ['07:00', '07:00'],
    ['08:00', '08:00'],
  ]);
});

test('an interval counts from the next expected run, also from an overdue one', () => {
  const every = (intervalMs: number): Schedule => ({
    type: 'interval',
    intervalMs,
    timezone: 'UTC',
    graceMs: 0,
  });
  expect(spansOf(every(5 * HOUR_MS), EVENING - HOUR_MS)).toEqual([
    ['22:00', '22:00'],
    ['03:00', '03:00'],
    ['08:00', '08:00'],
  ]);
  expect(spansOf(every(7 * MINUTE_MS))).toEqual([['18:00', '08:56']]);
});

test('an hour that the clocks skip has no run, and an hour that they repeat has one run', () => {
  const riga = (month: number, date: number) =>
    expectedSpans(cron('30 3 * * *', 'Europe/Riga'), {
      from: Date.UTC(2026, month, date - 1, 18),
      to: Date.UTC(2026, month, date, 9),
      nextAt: 0,
    });
  expect(riga(9, 25)).toHaveLength(1);
});
