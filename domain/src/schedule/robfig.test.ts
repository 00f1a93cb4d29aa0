import { describe, expect, test } from 'vitest';
import { previewOccurrences } from './occurrences.ts';
import { parseSchedule } from './parse-schedule.ts';
import { readRobfig } from './robfig.ts';

function read(expression: string, timezone = 'Etc/UTC', now = Date.UTC(2024, 11, 31)) {
  const result = readRobfig(expression, { timezone, now });
  return result.ok ? result : { reason: result.reason };
}

/** Returns the next runs in UTC, without seconds. */
function runs(
  expression: string,
  { timezone, after, count }: { timezone: string; after: number; count: number },
) {
  const result = readRobfig(expression, { timezone, now: after });
  if (!result.ok) throw new Error(result.reason);
  const parsed = parseSchedule(result.schedule);
  if (!parsed.ok) throw new Error('The schedule is wrong.');
  return previewOccurrences(parsed.schedule, after, count).map((at) =>
    new Date(at).toISOString().slice(0, 16),
  );
}

/** Recorded from robfig/cron v3.0.1; `npm run test:clients` compares random expressions with the module itself. */
describe('robfig/cron v3.0.1', () => {
  test.each<[expression: string, cron: string]>([
    ['0/15 * * * *', '*/15 * * * *'],
    ['5/15 * * * *', '5-59/15 * * * *'],
    ['0 22 * * 1/2', '0 22 * * 1-6/2'],
    ['0 0 */2 * 1', '0 0 1-31/2 * 1'],
    ['0 0 1 * */2', '0 0 1 * 0-6/2'],
    ['0 0 */1 * 1', '0 0 * * 1'],
    ['0 0 5,* * 1', '0 0 * * 1'],
    ['0 0 ? * MON-fri', '0 0 * * 1-5'],
    ['0 0 *-5 * *', '0 0 * * *'],
    ['+5 ,3, * * *', '5 3 * * *'],
    ['@daily', '@daily'],
    ['@hourly', '@hourly'],
    ['TZ=Etc/UTC 5 3 * * *', '5 3 * * *'],
  ])('%s means %s', (expression, cron) => {
    expect(read(expression)).toMatchObject({ schedule: { type: 'cron', cron, timezone: 'Etc/UTC' } });
  });

  test.each<[expression: string, interval: number]>([
    ['@every 5m', 300],
    ['@every 1h30m', 5400],
    ['@every 90.9s', 90],
    ['@every 1.5h', 5400],
  ])('%s is an interval of %i s', (expression, interval) => {
    expect(read(expression)).toMatchObject({ schedule: { type: 'interval', interval } });
  });

  test.each([
    '',
    '* * * *',
    '* * * * * *',
    '0 0 * * 7',
    '0 0 * * mond',
    '60 * * * *',
    '5-1 * * * *',
    '1/2/3 * * * *',
    '1-2-3 * * * *',
    '*/0 * * * *',
    ', * * * *',
    '0 0 L * *',
    '0 0 * * 1#2',
    '@Daily',
    '@reboot',
    '@every',
    '@every 5',
    '@every 5s',
  ])('%j is refused', (expression) => {
    expect(read(expression)).toMatchObject({ reason: expect.any(String) });
  });

  test('day of month or day of week is enough, because a step removes the star', () => {
    expect(runs('0 0 */2 * 1', { timezone: 'Etc/UTC', after: Date.UTC(2024, 11, 31, 12), count: 4 })).toEqual(
      ['2025-01-01T00:00', '2025-01-03T00:00', '2025-01-05T00:00', '2025-01-06T00:00'],
    );
  });

  test('a time that the clock skips has no run', () => {
    expect(runs('30 2 * * *', { timezone: 'Europe/Berlin', after: Date.UTC(2025, 2, 29), count: 3 })).toEqual(
      ['2025-03-29T01:30', '2025-03-31T00:30', '2025-04-01T00:30'],
    );
  });

  test('a time that the clock repeats has two runs, and a note says that the first is expected', () => {
    expect(read('30 1 * * *', 'America/New_York', Date.UTC(2025, 9, 1))).toMatchObject({
      notes: ['When clocks go back on 2025-11-02, the job runs twice. The monitor expects the first run.'],
    });
    expect(read('*/30 * * * *', 'America/New_York', Date.UTC(2025, 9, 1))).toMatchObject({ notes: [] });
  });
});
