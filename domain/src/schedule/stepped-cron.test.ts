import { describe, expect, test } from 'vitest';
import { nextOccurrence, parseCron } from './cron.ts';
import { readHealthchecksExpression, withRangedSteps } from './stepped-cron.ts';

function timesOf(expression: string, count: number): readonly string[] {
  const result = parseCron(withRangedSteps(expression), 'UTC');
  if (!result.ok) throw new Error(result.message);
  const times: string[] = [];
  for (let at = Date.UTC(2026, 0, 1); times.length < count; ) {
    at = nextOccurrence(result.cron, at) ?? Number.NaN;
    times.push(new Date(at).toISOString().slice(0, 16));
  }
  return times;
}

describe('steps as cronsim reads them', () => {
  // Recorded with cronsim 2.8: `CronSim(expression, datetime(2026, 1, 1, tzinfo=UTC))`.
  test.each([
    ['12/5 22 * * *', ['2026-01-01T22:12', '2026-01-01T22:17', '2026-01-01T22:22']],
    ['0/15 * * * *', ['2026-01-01T00:15', '2026-01-01T00:30', '2026-01-01T00:45']],
    ['5-5/20 0 * * *', ['2026-01-01T00:05', '2026-01-01T00:25', '2026-01-01T00:45']],
    ['0 0 * * 1/2', ['2026-01-02T00:00', '2026-01-04T00:00', '2026-01-05T00:00']],
    ['0 0 * * mon/3', ['2026-01-04T00:00', '2026-01-05T00:00', '2026-01-08T00:00']],
    ['0 0 1 jan/4 *', ['2026-05-01T00:00', '2026-09-01T00:00', '2027-01-01T00:00']],
    ['0 0 L/2 * *', ['2026-01-31T00:00', '2026-02-28T00:00', '2026-03-31T00:00']],
    ['0 0 LW/3 * *', ['2026-01-30T00:00', '2026-02-27T00:00', '2026-03-31T00:00']],
    ['0 12/90 * * *', ['2026-01-01T12:00', '2026-01-02T12:00', '2026-01-03T12:00']],
    ['30,50/4 8 * * *', ['2026-01-01T08:30', '2026-01-01T08:50', '2026-01-01T08:54']],
  ])('%s is due in the listed minutes', (expression, times) => {
    expect(timesOf(expression, times.length)).toEqual(times);
  });

  test.each([
    '0/0 * * * *',
    'L/0 * * * *',
    '0 0 L/0 * *',
    '1/2/3 * * * *',
    'MON#2/3 * * * *',
    '61/2 * * * *',
  ])('%s stays invalid, as in cronsim', (expression) =>
    expect(parseCron(withRangedSteps(expression), 'UTC')).toMatchObject({ ok: false }),
  );

  test.each(['*/5 * * * *', '1-10/2 * * * *', '@daily', 'Mon *-*-* 0/6:00', '0 2 * *'])(
    '%s stays unchanged',
    (text) => expect(withRangedSteps(text)).toBe(text),
  );

  // croniter 6, which is written in Python like Cronitor, and robfig/cron 3, which Kubernetes uses, count weekdays to Saturday.
  test('Kubernetes and Cronitor count days of the week to Saturday', () => {
    expect(withRangedSteps('0 22 * * 1/2', { lastWeekday: 6 })).toBe('0 22 * * 1-6/2');
  });
});

test('Healthchecks tells cron from OnCalendar by the number of words', () => {
  expect(readHealthchecksExpression('0/15 * * * *')).toEqual({ type: 'cron', cron: '0-59/15 * * * *' });
  expect(readHealthchecksExpression('2020-01-01 00:00')).toEqual({
    type: 'oncalendar',
    onCalendar: '2020-01-01 00:00',
  });
});
