import { describe, expect, test } from 'vitest';
import {
  latestOnCalendar,
  nextOnCalendar,
  ON_CALENDAR_LENGTH_MAX,
  ON_CALENDAR_LINES_MAX,
  type OnCalendar,
  parseOnCalendar,
} from './on-calendar.ts';

function onCalendarOf(expression: string, timezone = 'UTC'): OnCalendar {
  const result = parseOnCalendar(expression, timezone);
  if (!result.ok) throw new Error(`${expression}: ${result.message}`);
  return result.onCalendar;
}

function refusal(expression: string, timezone = 'UTC'): string {
  const result = parseOnCalendar(expression, timezone);
  return result.ok ? 'accepted' : result.message;
}

/** The first occurrences after a time, in UTC, without the year. */
function runs(
  expression: string,
  {
    from = '2026-11-21T12:00Z',
    count = 3,
    timezone = 'UTC',
  }: { from?: string; count?: number; timezone?: string } = {},
): string {
  const onCalendar = onCalendarOf(expression, timezone);
  const found: string[] = [];
  let at = nextOnCalendar(onCalendar, Date.parse(from));
  while (at !== null && found.length < count) {
    found.push(new Date(at).toISOString().slice(5, -5).replace('T', ' ').replace(/:00$/, ''));
    at = nextOnCalendar(onCalendar, at);
  }
  return found.join(', ');
}

describe('accepted expressions', () => {
  test.each([
    // Special expressions.
    ['minutely', '11-21 12:01, 11-21 12:02, 11-21 12:03'],
    ['hourly', '11-21 13:00, 11-21 14:00, 11-21 15:00'],
    ['DAILY', '11-22 00:00, 11-23 00:00, 11-24 00:00'],
    ['weekly', '11-23 00:00, 11-30 00:00, 12-07 00:00'],
    ['monthly', '12-01 00:00, 01-01 00:00, 02-01 00:00'],
    ['quarterly', '01-01 00:00, 04-01 00:00, 07-01 00:00'],
    ['semiannually', '01-01 00:00, 07-01 00:00, 01-01 00:00'],
    ['bi-annually', '01-01 00:00, 07-01 00:00, 01-01 00:00'],
    ['annually', '01-01 00:00, 01-01 00:00, 01-01 00:00'],
    // Omitted parts.
    ['02:30', '11-22 02:30, 11-23 02:30, 11-24 02:30'],
    ['02:30:15', '11-22 02:30:15, 11-23 02:30:15, 11-24 02:30:15'],
    ['Sun', '11-22 00:00, 11-29 00:00, 12-06 00:00'],
    ['*-*-05', '12-05 00:00, 01-05 00:00, 02-05 00:00'],
    ['12-24', '12-24 00:00, 12-24 00:00, 12-24 00:00'],
    ['Mon 02:30', '11-23 02:30, 11-30 02:30, 12-07 02:30'],
    ['12-24 18:00', '12-24 18:00, 12-24 18:00, 12-24 18:00'],
    // Weekdays.
    ['Mon,Wed 9:00', '11-23 09:00, 11-25 09:00, 11-30 09:00'],
    ['sat..SUN 9:00', '11-22 09:00, 11-28 09:00, 11-29 09:00'],
    ['Monday-Tuesday, 9:00', '11-23 09:00, 11-24 09:00, 11-30 09:00'],
    ['Mon..Tue,Sun 9:00', '11-22 09:00, 11-23 09:00, 11-24 09:00'],
    ['Mon *-*-1..7 03:00', '12-07 03:00, 01-04 03:00, 02-01 03:00'],
    // Lists, ranges and repetition.
    ['6,18:0', '11-21 18:00, 11-22 06:00, 11-22 18:00'],
    ['*:0/25', '11-21 12:25, 11-21 12:50, 11-21 13:00'],
    ['*:10..40/20', '11-21 12:10, 11-21 12:30, 11-21 13:10'],
    ['9..17/4:0', '11-21 13:00, 11-21 17:00, 11-22 09:00'],
    ['*:5..5', '11-21 12:05, 11-21 13:05, 11-21 14:05'],
    ['*:50/15', '11-21 12:50, 11-21 13:50, 11-21 14:50'],
    ['*-1/4-1', '01-01 00:00, 05-01 00:00, 09-01 00:00'],
    ['2026..2027-12-1', '12-01 00:00, 12-01 00:00'],
    ['26-12-1', '12-01 00:00'],
    ['2026..2060/20-12-1', '12-01 00:00, 12-01 00:00'],
    // Days counted from the end of the month.
    ['*-*~1', '11-30 00:00, 12-31 00:00, 01-31 00:00'],
    ['*-02~01', '02-28 00:00, 02-29 00:00, 02-28 00:00'],
    ['*-*~1..3', '11-28 00:00, 11-29 00:00, 11-30 00:00'],
    ['Mon *-05~07/1', '05-31 00:00, 05-29 00:00, 05-28 00:00'],
    ['*-*~7/7', '11-24 00:00, 12-25 00:00, 01-25 00:00'],
    ['*-*~2..6/3', '11-26 00:00, 11-29 00:00, 12-27 00:00'],
    ['*-*~26,18,24', '12-06 00:00, 12-08 00:00, 12-14 00:00'],
    ['*-*~7/3', '11-24 00:00, 11-27 00:00, 11-30 00:00'],
    ['*-*~*', '11-22 00:00, 11-23 00:00, 11-24 00:00'],
    // Fractions of a second are rounded down.
    ['*:*:1.9', '11-21 12:00:01, 11-21 12:01:01, 11-21 12:02:01'],
    ['*:*:0/22.5', '11-21 12:00:22, 11-21 12:00:45, 11-21 12:01'],
    ['*:*:0.25..1.75/0.5', '11-21 12:00:01, 11-21 12:01, 11-21 12:01:01'],
    // Other forms.
    ['@1800000000', '01-15 08:00'],
    [' OnCalendar = Mon  02:30 ', '11-23 02:30, 11-30 02:30, 12-07 02:30'],
    ['02:30 europe/riga', '11-22 00:30, 11-23 00:30, 11-24 00:30'],
    ['daily UTC', '11-22 00:00, 11-23 00:00, 11-24 00:00'],
    ['6:00\n\n18:00 Europe/Riga\n', '11-21 16:00, 11-22 06:00, 11-22 16:00'],
    ['2026-12-01\n2024-01-01', '12-01 00:00'],
  ])('an expression allows %s', (expression, expected) => {
    expect(runs(expression)).toBe(expected);
  });
});

describe('refused expressions', () => {
  test.each([
    ['', /^The expression is empty\. Write weekdays, date and time/],
    [' \n ', /^The expression is empty/],
    ['0 2 * * *', /^This looks like a cron expression/],
    ['@daily', /Leave out the @/],
    ['nightly', /^"nightly" is not a weekday/],
    ['5', /^"5" is neither a date.* nor a time/],
    ['*', /^"\*" is neither a date/],
    ['*/5:00', /^In the hour, "\*\/5" is not understood: write the first value instead of \*, like 0\/5\./],
    ['9-17:00', /^In the hour, "9-17" is not understood: write a range with two dots, like 9\.\.17\./],
    ['24:00', /^In the hour, "24" is out of range\. Allowed: 0 to 23/],
    ['12:60', /^In the minute, "60" is out of range/],
    ['12:0:60', /^In the second, "60" is out of range/],
    ['12:', /^In the minute, "" is empty/],
    ['12:00:00:00', /is not a time/],
    ['*-13-1', /^In the month, "13" is out of range/],
    ['*-1-0', /^In the day of month, "0" is out of range/],
    ['*-1-32', /^In the day of month, "32" is out of range/],
    ['*-*~29', /^In the day before the end of the month, "29" is out of range/],
    ['2200-1-1', /^In the year, "2200" is out of range/],
    ['2027~1-1', /is neither a date/],
    ['*:30..10', /^In the minute, "30\.\.10" runs backwards/],
    ['*:0/0', /^In the minute, "0\/0" has a step of 0/],
    ['*:*:0..0.5', /is a range of less than a second/],
    ['1.5:00', /^In the hour, "1\.5" is not understood/],
    ['Sun..Mon', /^"Sun\.\.Mon" runs backwards\. Weeks begin on Monday: write Sun,Mon/],
    ['Mon..', /^"Mon\.\." is not a weekday/],
    ['02:00 Mon', /^"Mon" is out of place/],
    ['02:00 CEST', /^"CEST" is not a time zone/],
    ['02:00 Europe/Rigga', /^"Europe\/Rigga" is not a time zone/],
    ['*-02-30', /^This expression never fires: .*30 February/],
    ['Tue 2027-01-01', /^This expression never fires/],
    ['2024-01-01', /^This schedule has no more runs/],
    ['daily\n*-02-30', /^Line 2: This expression never fires/],
    ['daily\n25:00', /^Line 2: In the hour/],
  ])('%j is refused', (expression, message) => {
    expect(refusal(expression)).toMatch(message);
  });

  test('an expression that is too long or has too many lines is refused', () => {
    const long = `${'0,'.repeat(498)}0:00`;
    expect(long).toHaveLength(ON_CALENDAR_LENGTH_MAX);
    expect(refusal(long)).toBe('accepted');
    expect(refusal(`${long} `)).toBe('The expressions are longer than 1000 characters.');
    const lines = Array.from({ length: ON_CALENDAR_LINES_MAX }, (_, hour) => `${hour}:00`);
    expect(refusal(lines.join('\n'))).toBe('accepted');
    expect(refusal([...lines, '23:00'].join('\n'))).toBe('There are 11 expressions. Write at most 10.');
  });

  test('an unknown time zone is refused', () => {
    expect(refusal('daily', 'Riga')).toMatch(/^Unknown time zone/);
  });
});

describe('clock changes', () => {
  const timezone = 'Europe/Riga';

  test('a skipped time has no occurrence', () => {
    const from = '2027-03-27T12:00Z';
    expect(runs('03:30', { from, timezone, count: 2 })).toBe('03-29 00:30, 03-30 00:30');
    expect(runs('2..4:00', { from, timezone })).toBe('03-28 00:00, 03-28 01:00, 03-28 23:00');
    expect(runs('*:0/30', { from: '2027-03-28T00:00Z', timezone })).toBe(
      '03-28 00:30, 03-28 01:00, 03-28 01:30',
    );
  });

  test('a repeated time has an occurrence the first time', () => {
    const from = '2026-10-24T22:00Z';
    expect(runs('03:30', { from, timezone, count: 2 })).toBe('10-25 00:30, 10-26 01:30');
    expect(runs('hourly', { from: '2026-10-24T23:00Z', timezone })).toBe(
      '10-25 00:00, 10-25 02:00, 10-25 03:00',
    );
    expect(runs('hourly', { from: '2026-10-25T01:10Z', timezone, count: 1 })).toBe('10-25 02:00');
  });

  test('each line follows the local time of its time zone', () => {
    const expression = '03:30\n03:30 UTC';
    expect(runs(expression, { from: '2026-10-25T00:00Z', timezone })).toBe(
      '10-25 00:30, 10-25 03:30, 10-26 01:30',
    );
  });
});

test('the latest occurrence is the last at or before a time, of any line', () => {
  const onCalendar = onCalendarOf('6:00\n2025-01-01 18:00');
  const latest = (at: string) => {
    const found = latestOnCalendar(onCalendar, Date.parse(at));
    return found === null ? null : new Date(found).toISOString();
  };
  expect(latest('2025-01-01T18:00Z')).toBe('2025-01-01T18:00:00.000Z');
  expect(latest('2025-01-01T17:59:59Z')).toBe('2025-01-01T06:00:00.000Z');
  expect(latest('2026-11-21T12:00Z')).toBe('2026-11-21T06:00:00.000Z');
  expect(latestOnCalendar(onCalendarOf('2027-01-01'), Date.parse('2026-12-31T23:59Z'))).toBeNull();
});
