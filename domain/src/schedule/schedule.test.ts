import { describe, expect, test } from 'vitest';
import { latestOccurrenceAt, occurrenceAfter, previewOccurrences } from './occurrences.ts';
import { parseSchedule, type ScheduleInput } from './parse-schedule.ts';
import type { CronSchedule, Schedule } from './schedule.ts';
import { summarize } from './summary.ts';

const nightly: CronSchedule = { type: 'cron', cron: '0 2 * * *', timezone: 'Europe/Riga', graceMs: 0 };
const hourly: Schedule = { type: 'interval', intervalMs: 3_600_000, timezone: 'UTC', graceMs: 0 };

function problems(input: ScheduleInput): string[] {
  const result = parseSchedule(input);
  return result.ok ? [] : result.problems.map((problem) => `${problem.path}: ${problem.message}`);
}

describe('parsed schedules', () => {
  const day = { type: 'interval', intervalMs: 86_400_000, timezone: 'UTC', graceMs: 3_600_000 };
  const night = { type: 'cron', cron: '0 2 * * *', timezone: 'UTC', graceMs: 3_600_000 };
  const timer = { type: 'oncalendar', onCalendar: 'Mon..Fri 02:00', timezone: 'UTC', graceMs: 3_600_000 };

  test.each<[string, ScheduleInput, object]>([
    ['every day if nothing is said', {}, day],
    ['undefined is nothing said', { type: undefined, interval: undefined, cron: undefined }, day],
    ['interval', { interval: 300 }, { ...day, intervalMs: 300_000 }],
    ['interval, type given', { type: 'interval' }, day],
    ['the shortest interval', { interval: 10 }, { ...day, intervalMs: 10_000 }],
    ['the longest interval', { interval: 31_622_400 }, { ...day, intervalMs: 31_622_400_000 }],
    [
      'fractions of a second',
      { interval: 12.3456, graceDuration: 0.0015 },
      { ...day, intervalMs: 12_346, graceMs: 2 },
    ],
    ['no grace', { graceDuration: 0 }, { ...day, graceMs: 0 }],
    ['the longest grace', { graceDuration: 31_622_400 }, { ...day, graceMs: 31_622_400_000 }],
    ['a zone in any case', { timezone: 'europe/riga' }, { ...day, timezone: 'Europe/Riga' }],
    ['a blank expression is none', { type: 'interval', cron: ' ' }, day],
    ['cron', { cron: '0 2 * * *' }, night],
    ['cron, type given', { type: 'cron', cron: '0 2 * * *' }, night],
    ['cron with more spaces', { cron: ' 0  2 * * * ' }, night],
    ['an interval as the API answers it', { type: 'interval', interval: 86_400, cron: '' }, day],
    ['a cron expression as the API answers it', { type: 'cron', interval: 0, cron: '0 2 * * *' }, night],
    ['the same without the type', { interval: 0, cron: '0 2 * * *' }, night],
    ['a calendar expression', { onCalendar: 'Mon..Fri 02:00' }, timer],
    ['a calendar expression, type given', { type: 'oncalendar', onCalendar: 'Mon..Fri 02:00' }, timer],
    ['a calendar expression as a unit has it', { onCalendar: ' OnCalendar=Mon..Fri  02:00\n' }, timer],
    [
      'a calendar expression as the API answers it',
      { type: 'oncalendar', interval: 0, cron: '', onCalendar: 'Mon..Fri 02:00' },
      timer,
    ],
    ['an empty calendar expression is none', { cron: '0 2 * * *', onCalendar: ' ' }, night],
  ])('a schedule is parsed: %s', (_, input, schedule) => {
    expect(parseSchedule(input)).toEqual({ ok: true, schedule });
  });

  test.each<[string, ScheduleInput, (string | RegExp)[]]>([
    [
      'interval too short',
      { interval: 9.999 },
      ['interval: The interval must be 10 to 31622400 seconds (366 days).'],
    ],
    ['interval too long', { interval: 31_622_400.001 }, [/^interval: /]],
    ['no interval', { interval: 0 }, [/^interval: /]],
    ['negative interval', { interval: -300 }, [/^interval: /]],
    ['interval is not a number', { interval: Number.NaN }, [/^interval: /]],
    ['endless interval', { interval: Number.POSITIVE_INFINITY }, [/^interval: /]],
    [
      'negative grace',
      { graceDuration: -1 },
      ['graceDuration: The grace period must be 0 to 31622400 seconds (366 days).'],
    ],
    ['grace too long', { graceDuration: 31_622_400.001 }, [/^graceDuration: /]],
    ['grace is not a number', { graceDuration: Number.NaN }, [/^graceDuration: /]],
    ['unknown zone', { timezone: 'Riga' }, [/^timezone: Unknown time zone\. /]],
    ['empty zone', { timezone: '' }, [/^timezone: /]],
    ['wrong expression', { cron: '61 * * * *' }, [/^cron: In the minute, "61" is out of range\./]],
    ['no expression', { type: 'cron' }, [/^cron: A cron schedule needs an expression/]],
    ['empty expression', { type: 'cron', cron: ' ' }, [/^cron: A cron schedule needs an expression/]],
    [
      'expression for an interval',
      { type: 'interval', cron: '0 2 * * *' },
      [/^cron: An interval schedule has no/],
    ],
    [
      'interval for an expression',
      { type: 'cron', cron: '0 2 * * *', interval: 300 },
      [/^interval: A cron schedule has/],
    ],
    ['no calendar expression', { type: 'oncalendar' }, [/^onCalendar: A calendar schedule needs an expr/]],
    [
      'wrong calendar expression',
      { onCalendar: '25:00' },
      [/^onCalendar: In the hour, "25" is out of range/],
    ],
    [
      'two expressions for a calendar schedule',
      { type: 'oncalendar', cron: '0 2 * * *', onCalendar: 'daily' },
      [/^cron: A calendar schedule has no interval and no cron expression/],
    ],
    [
      'a calendar expression for cron',
      { type: 'cron', cron: '0 2 * * *', onCalendar: 'daily' },
      [/^onCalendar: A cron schedule has no interval and no calendar expression/],
    ],
    ['both and no type', { cron: '0 2 * * *', interval: 300 }, [/^cron: An interval schedule has no/]],
    [
      'every mistake, all reported together',
      { type: 'cron', cron: '0 0 30 2 *', interval: 5, timezone: '+02:00', graceDuration: -1 },
      [/^timezone: /, /^graceDuration: /, /^cron: This expression never fires/, /^interval: /],
    ],
  ])('%s is a problem', (_, input, expected) => {
    expect(problems(input)).toEqual(
      expected.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
    );
  });
});

describe('occurrences', () => {
  const start = Date.parse('2024-03-30T12:00Z');

  test('the occurrences of an interval come one interval after the last run', () => {
    expect(occurrenceAfter(hourly, start + 1)).toBe(start + 3_600_001);
    expect(previewOccurrences(hourly, start, 3)).toEqual([1, 2, 3].map((count) => start + count * 3_600_000));
  });

  test('the occurrences of an expression come at its times in its zone', () => {
    const times = ['2024-03-31T00:00Z', '2024-03-31T23:00Z', '2024-04-01T23:00Z'].map((time) =>
      Date.parse(time),
    );
    expect(previewOccurrences(nightly, start, 3)).toEqual(times);
    expect(occurrenceAfter(nightly, start)).toBe(times[0]);
    expect(occurrenceAfter(nightly, times[0] ?? 0)).toBe(times[1]);
    expect(latestOccurrenceAt(nightly, (times[1] ?? 0) - 1)).toBe(times[0]);
    expect(latestOccurrenceAt(nightly, times[1] ?? 0)).toBe(times[1]);
    expect(previewOccurrences(nightly, start, 0)).toEqual([]);
  });
});

describe('a schedule in English', () => {
  test.each([
    [10, 'Every 10 seconds'],
    [12.5, 'Every 12.5 seconds'],
    [60, 'Every minute'],
    [90, 'Every 90 seconds'],
    [300, 'Every 5 minutes'],
    [3600, 'Every hour'],
    [5400, 'Every 90 minutes'],
    [86_400, 'Every day'],
    [129_600, 'Every 36 hours'],
    [604_800, 'Every 7 days'],
    [31_622_400, 'Every 366 days'],
  ])('%d seconds: %s', (seconds, summary) => {
    expect(summarize({ ...hourly, intervalMs: seconds * 1000, timezone: 'Europe/Riga' })).toBe(summary);
  });

  test.each([
    ['*/5 * * * *', 'Every 5 minutes'],
    ['0 2 * * 1-5', 'At 02:00, Monday through Friday'],
    ['0 14 * * MON-FRI', 'At 14:00, Monday through Friday'],
    ['@daily', 'At 00:00'],
    ['@Hourly', 'Every hour'],
    ['0 0 L * ?', 'At 00:00, on the last day of the month'],
    ['0 0 LW * *', 'At 00:00, on the last weekday of the month'],
    ['0 0 * * 5L', 'At 00:00, on the last Friday of the month'],
    ['0 0 * * MON#2', 'At 00:00, on the second Monday of the month'],
    ['0 0 lw * ?', 'At 00:00, on the last weekday of the month'],
    ['0 0 ? jan fril', 'At 00:00, on the last Friday of the month, only in January'],
    ['*/10 * * * * *', 'Every 10 seconds'],
    ['30 4 1,15 * 5', 'At 04:30, on day 1 and 15 of the month, or on Friday'],
    ['30 4 1 * 1-5', 'At 04:30, on day 1 of the month, or Monday through Friday'],
    ['30 4 1 * 5#2', 'At 04:30, on day 1 of the month, or on the second Friday of the month'],
    ['30 4 * * 5', 'At 04:30, only on Friday'],
    ['0 0 */2 * MON', 'At 00:00, every 2 days in a month, only on Monday'],
    ['*/45 * * * *', 'At 0 and 45 minutes past the hour'],
    ['*/90 * * * *', 'Every hour'],
    ['0 */7 * * *', 'At 00:00, 07:00, 14:00 and 21:00'],
    ['*/25 * * * * *', 'At 0, 25, and 50 seconds past the minute'],
    ['0 0 1 */5 *', 'At 00:00, on day 1 of the month, only in January, June, and November'],
    ['0 0 1 */90 *', 'At 00:00, on day 1 of the month, only in January'],
    ['*/60 * * * *', 'Every 60 minutes'],
    ['5,* 3 * * *', '5,* 3 * * *'],
    ['0 0 1 JAN,* *', '0 0 1 JAN,* *'],
    ['0 0 LW,15 * *', '0 0 LW,15 * *'],
    ['not an expression', 'not an expression'],
  ])('%s: %s', (cron, summary) => {
    const schedule: Schedule = { ...nightly, cron, timezone: 'UTC' };
    expect(summarize(schedule)).toBe(summary);
    expect(summarize({ ...schedule, timezone: 'Europe/Riga' })).toBe(`${summary} (Europe/Riga)`);
  });
});
