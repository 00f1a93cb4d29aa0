import { describe, expect, test } from 'vitest';
import {
  CRON_LENGTH_MAX,
  type Cron,
  cachedCron,
  latestOccurrence,
  nextOccurrence,
  parseCron,
} from './cron.ts';

function cronOf(expression: string, timezone = 'UTC'): Cron {
  const result = parseCron(expression, timezone);
  if (!result.ok) throw new Error(`${expression}: ${result.message}`);
  return result.cron;
}

function refusal(expression: string, timezone = 'UTC'): string {
  const result = parseCron(expression, timezone);
  return result.ok ? 'accepted' : result.message;
}

/** The first occurrences after a time, as a clock in the zone shows them. */
function runs(expression: string, timezone: string, from: string, count: number): string[] {
  const cron = cronOf(expression, timezone);
  const found: string[] = [];
  let at = nextOccurrence(cron, Date.parse(from) - 1);
  while (at !== null && found.length < count) {
    const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
    found.push(
      time.toString({ timeZoneName: 'never', smallestUnit: time.second === 0 ? 'minute' : 'second' }),
    );
    at = nextOccurrence(cron, at);
  }
  return found;
}

/** The dates on which a midnight expression fires in 2024, without the year. */
function datesIn2024(days: string): string {
  const found = runs(`0 0 ${days}`, 'UTC', '2024-01-01T00:00Z', 400);
  return found
    .filter((time) => time.startsWith('2024'))
    .map((time) => time.slice(5, 10))
    .join(' ');
}

describe('fields', () => {
  test.each([
    ['5 * * * *', '00:05 01:05 02:05'],
    ['*/20 * * * *', '00:00 00:20 00:40'],
    ['*/40 * * * *', '00:00 00:40 01:00'],
    ['*/60 * * * *', '00:00 01:00 02:00'],
    ['*/999 * * * *', '00:00 01:00 02:00'],
    ['10-14/2 3 * * *', '03:10 03:12 03:14'],
    ['10-15/2 3 * * *', '03:10 03:12 03:14'],
    ['7-7/9 * * * *', '00:07 01:07 02:07'],
    ['59,0,30 23 * * *', '23:00 23:30 23:59'],
    ['5,* 4 * * *', '04:00 04:01 04:02'],
    ['0 */11 * * *', '00:00 11:00 22:00'],
    ['0 8-11,13 * * *', '08:00 09:00 10:00'],
    ['007 01 * * *', '01:07 01:07 01:07'],
    ['@hourly', '00:00 01:00 02:00'],
    ['@daily', '00:00 00:00 00:00'],
    ['@MIDNIGHT', '00:00 00:00 00:00'],
  ])('the fields of %s are read', (expression, times) => {
    const found = runs(expression, 'UTC', '2024-01-01T00:00Z', 3);
    expect(found.map((time) => time.slice(11, 16)).join(' ')).toBe(times);
  });

  test.each([
    ['*/20 * * * * *', '00:00:00 00:00:20 00:00:40'],
    ['30 * * * * *', '00:00:30 00:01:30 00:02:30'],
    ['58-59 0 0 * * *', '00:00:58 00:00:59 00:00:58'],
  ])('%s is read with the seconds first', (expression, times) => {
    const cron = cronOf(expression);
    let at = Date.UTC(2024, 0, 1) - 1;
    const found = [1, 2, 3].map(() => {
      at = nextOccurrence(cron, at) ?? 0;
      return new Date(at).toISOString().slice(11, 19);
    });
    expect(found.join(' ')).toBe(times);
  });

  test.each([
    ['29 2 *', '02-29'],
    ['31 */2 *', '01-31 03-31 05-31 07-31'],
    ['1 jan,Jul *', '01-01 07-01'],
    ['1 NOV-dec *', '11-01 12-01'],
    ['L 1-4 *', '01-31 02-29 03-31 04-30'],
    ['L,15 2 *', '02-15 02-29'],
    ['LW 3,6,8 *', '03-29 06-28 08-30'],
    ['* 1 5L', '01-26'],
    ['* 2 thuL', '02-29'],
    ['? 1 MON#2', '01-08'],
    ['* 1 mon#1,1#5', '01-01 01-29'],
    ['* 1-3 4#5', '02-29'],
    ['* 1 7', '01-07 01-14 01-21 01-28'],
    ['* 1 0', '01-07 01-14 01-21 01-28'],
    ['* 1 */7', '01-07 01-14 01-21 01-28'],
    ['* 1 6-7/2', '01-06 01-13 01-20 01-27'],
    ['* 2 sun-Mon', '02-04 02-05 02-11 02-12 02-18 02-19 02-25 02-26'],
    ['? 2 ?', Array.from({ length: 29 }, (_, day) => `02-${String(day + 1).padStart(2, '0')}`).join(' ')],
  ])('the days of %s are found', (days, dates) => {
    expect(datesIn2024(days)).toBe(dates);
  });

  test.each([
    ['either day is enough', '13 9 5', '09-06 09-13 09-20 09-27'],
    ['both days if the first starts with *', '*/2 9 5', '09-13 09-27'],
    ['both days if the second starts with *', '1-7 9 */6', '09-01 09-07'],
    ['either day if the * comes later in the list', '1,*/20 2 4#5', '02-01 02-21 02-29'],
    ['either day with L', 'L 2 MON#1', '02-05 02-29'],
  ])('%s: %s', (_, days, dates) => {
    expect(datesIn2024(days)).toBe(dates);
  });

  test.each([
    ['@yearly', '2025-01-01'],
    ['@annually', '2025-01-01'],
    ['@monthly', '2024-03-01'],
    ['@weekly', '2024-03-03'],
    ['0 0 29 2 *', '2028-02-29'],
    ['0 0 29 2 */7', '2032-02-29'],
    ['0 0 */31 12 *', '2024-12-01'],
  ])('%s after 29 February 2024', (expression, date) => {
    expect(runs(expression, 'UTC', '2024-02-29T00:01Z', 1)).toEqual([`${date}T00:00+00:00`]);
  });

  test('29 February is found 40 years after a Sunday although 2100 is not a leap year', () => {
    expect(runs('0 0 29 2 */7', 'UTC', '2089-01-01T00:00Z', 1)).toEqual(['2128-02-29T00:00+00:00']);
    expect(latestOccurrence(cronOf('0 0 29 2 */7'), Date.parse('2128-02-28'))).toBe(Date.parse('2088-02-29'));
  });

  test('spaces around and between the fields are ignored', () => {
    expect(cronOf(' \t0   2 * *\n* ').expression).toBe('0 2 * * *');
    expect(cronOf('0 2 * * MON', 'europe/riga')).toMatchObject({
      expression: '0 2 * * MON',
      timezone: 'Europe/Riga',
    });
  });
});

describe('refusals', () => {
  test.each([
    ['60 * * * *', 'In the minute, "60" is out of range. Allowed: 0 to 59, like 5, */10 or 0,30.'],
    ['0 24 * * *', 'In the hour, "24" is out of range. Allowed: 0 to 23, like 2, */6 or 9-17.'],
    ['0 0 0 * *', /^In the day of month, "0" is out of range\./],
    ['0 0 32 * *', /^In the day of month, "32" is out of range\./],
    ['0 0 1 0 *', /^In the month, "0" is out of range\./],
    ['0 0 1 13 *', /^In the month, "13" is out of range\./],
    ['0 0 * * 8', /^In the day of week, "8" is out of range\./],
    ['60 0 0 * * *', /^In the second, "60" is out of range\./],
    ['5-64/30 * * * *', /^In the minute, "5-64\/30" is out of range\./],
    ['*/0 * * * *', /"\*\/0" has a step of 0/],
    ['5/15 * * * *', /"5\/15" has a step without a range: write 5-59\/15\./],
    ['0 17-9 * * *', /^In the hour, "17-9" runs backwards/],
    ['0 0 * * FRI-SUN', /"FRI-SUN" runs backwards/],
    ['0 0 * * MON-', /"MON-" is not understood/],
    ['0 0 * MON *', /^In the month, "MON" is not understood/],
    ['0 0 * * MONDAY', /"MONDAY" is not understood/],
    ['0 0 * * 1#6', /"1#6" is not understood/],
    ['0 0 * * 1-5#2', /"1-5#2" is not understood/],
    ['0 0 * * L', /"L" is not understood.*5L \(last Friday\)/],
    ['0 0 * * 9L', /"9" is out of range/],
    ['0 0 15W * *', /"15W" is not understood.*LW/],
    ['0 0 L-3 * *', /"L-3" is not understood/],
    ['0 L * * *', /"L" is not understood/],
    ['? * * * *', /"\?" is not understood/],
    ['0 0 ?/2 * *', /"\?\/2" is not understood/],
    ['0 0 ?,1 * *', /"\?" is not understood/],
    ['1,,2 * * * *', /"" is empty/],
    ['1, * * * *', /"" is empty/],
    ['*5 * * * *', /"\*5" is not understood/],
    ['+5 * * * *', /"\+5" is not understood/],
    ['-5 * * * *', /"-5" is not understood/],
    ['1.5 * * * *', /"1.5" is not understood/],
    ['H * * * *', /"H" is not understood/],
    ['0~30 * * * *', /"0~30" is not understood/],
    ['Infinity * * * *', /is out of range/],
    ['0 0 * * ſat', /"ſat" is not understood/],
    ['', /^Write five fields: .* This has 0\./],
    ['* * * *', /This has 4\./],
    ['0 0 1 1 * 2026 *', /This has 7\./],
    ['0 2 * * * /usr/bin/backup', /^In the day of week, "\/usr\/bin\/backup" is not understood/],
    ['0 2 * * * root /usr/bin/backup --all', /This has 8\. Leave out the command\./],
    ['@reboot', /^@reboot has no scheduled times/],
    ['@every 5m', /^@every is not cron\. Choose an interval schedule/],
    ['@fortnightly', /^Unknown nickname\. Use one of @yearly, /],
    ['@daily 5', /^Unknown nickname/],
    ['CRON_TZ=Europe/Riga 0 2 * * *', /^Leave the time zone out/],
    ['TZ=UTC 0 2 * * *', /^Leave the time zone out/],
    ['0 0 30 2 *', /^This expression never fires/],
    ['0 0 31 4,6,9,11 *', /^This expression never fires/],
    ['0 0 */8 * MON#5', /^This expression never fires/],
    ['0 0 */2 2 1#5,2#5,3#5,4#5,5#5,6#5,0#5', 'accepted'],
  ])('%j is refused', (expression, message) => {
    expect(refusal(expression)).toMatch(message);
  });

  test('a job is refused if it follows local time into an hour that the zone always skips', () => {
    expect(refusal('*/10 3 */30 3 7L', 'Europe/Riga')).toMatch(/^This expression never fires/);
    expect(refusal('*/10 3 */30 3 7L', 'UTC')).toBe('accepted');
  });

  test('an expression longer than a crontab line is refused', () => {
    const filled = (length: number): string => `${'0,'.repeat(100)}0 * * * *`.padEnd(length);
    expect(refusal(filled(CRON_LENGTH_MAX))).toBe('accepted');
    expect(refusal(filled(CRON_LENGTH_MAX + 1))).toBe('The expression is longer than 256 characters.');
  });

  test('an unknown time zone is refused', () => {
    expect(refusal('0 2 * * *', 'Europe/Rega')).toMatch(/^Unknown time zone\./);
    expect(refusal('0 2 * * *', '+02:00')).toMatch(/^Unknown time zone\./);
  });
});

describe('neighbouring occurrences', () => {
  const hourly = cronOf('0 * * * *');
  const noon = Date.UTC(2026, 5, 1, 12);
  const hour = 3_600_000;

  test.each([
    [noon - 1, noon, noon - hour],
    [noon, noon + hour, noon],
    [noon + 0.5, noon + hour, noon],
    [noon + 1, noon + hour, noon],
    [noon + hour - 1, noon + hour, noon],
    [-1, 0, -hour],
  ])(
    '%d: the next occurrence is strictly later, and the latest occurrence is not later',
    (at, next, latest) => {
      expect(nextOccurrence(hourly, at)).toBe(next);
      expect(latestOccurrence(hourly, at)).toBe(latest);
    },
  );

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, 1e300])('%d: no next occurrence exists', (at) => {
    expect(nextOccurrence(hourly, at)).toBeNull();
  });

  test.each([Number.NaN, Number.NEGATIVE_INFINITY, -8.64e15, -1e300])(
    '%d: no earlier occurrence exists',
    (at) => {
      expect(latestOccurrence(hourly, at)).toBeNull();
    },
  );
});

describe('clock changes', () => {
  test.each([
    // The clock goes forward from 03:00 to 04:00. A fixed time in the gap runs right after the gap. A job with several fixed times
    // in the gap runs once.
    ['Europe/Riga', '2024-03-31T00:00Z', '30 3 * * *', '31T04:00+03:00 01T03:30+03:00'],
    ['Europe/Riga', '2024-03-31T00:00Z', '0,30 3,4 * * *', '31T04:00+03:00 31T04:30+03:00 01T03:00+03:00'],
    ['Europe/Riga', '2024-03-31T00:00Z', '15 30 3 * * *', '31T04:00+03:00 01T03:30:15+03:00'],
    // A field that doesn't start with * is fixed, too.
    ['Europe/Riga', '2024-03-31T00:00Z', '0-59/30 3 * * *', '31T04:00+03:00 01T03:00+03:00 01T03:30+03:00'],
    ['Europe/Riga', '2024-03-31T00:00Z', '59,* 3 * * *', '31T04:00+03:00 01T03:00+03:00 01T03:01+03:00'],
    // A field that starts with * follows the wall clock.
    ['Europe/Riga', '2024-03-31T00:00Z', '*/30 3 * * *', '01T03:00+03:00 01T03:30+03:00'],
    ['Europe/Riga', '2024-03-31T00:00Z', '30 * * * *', '31T02:30+02:00 31T04:30+03:00'],
    // The clock goes back from 04:00 to 03:00. A fixed time in the repeated hour, including its start and end, runs once.
    ['Europe/Riga', '2024-10-26T22:00Z', '30 3 * * *', '27T03:30+03:00 28T03:30+02:00'],
    ['Europe/Riga', '2024-10-26T22:00Z', '0 3 * * *', '27T03:00+03:00 28T03:00+02:00'],
    ['Europe/Riga', '2024-10-26T22:00Z', '0 4 * * *', '27T04:00+02:00 28T04:00+02:00'],
    [
      'Europe/Riga',
      '2024-10-26T22:00Z',
      '*/40 30 3 * * *',
      '27T03:30+03:00 27T03:30:40+03:00 28T03:30+02:00',
    ],
    // With *, the job runs in both passes of the repeated hour.
    [
      'Europe/Riga',
      '2024-10-26T22:00Z',
      '*/30 3 * * *',
      '27T03:00+03:00 27T03:30+03:00 27T03:00+02:00 27T03:30+02:00',
    ],
    ['Europe/Riga', '2024-10-26T22:00Z', '30 */3 * * *', '27T03:30+03:00 27T03:30+02:00 27T06:30+02:00'],
    ['America/New_York', '2025-03-09T05:00Z', '30 2 * * *', '09T03:00-04:00 10T02:30-04:00'],
    ['America/New_York', '2025-11-02T04:00Z', '30 1 * * *', '02T01:30-04:00 03T01:30-05:00'],
    // Change by half an hour.
    ['Australia/Lord_Howe', '2024-10-05T14:00Z', '15 2 * * *', '06T02:30+11:00 07T02:15+11:00'],
    ['Australia/Lord_Howe', '2024-10-05T14:00Z', '*/20 2 * * *', '06T02:40+11:00 07T02:00+11:00'],
    ['Australia/Lord_Howe', '2025-04-05T14:00Z', '45 1 * * *', '06T01:45+11:00 07T01:45+10:30'],
    ['Australia/Lord_Howe', '2025-04-05T14:30Z', '*/20 1 * * *', '06T01:40+11:00 06T01:40+10:30'],
    // Changes at midnight. A change forward skips midnight. A change back repeats the last hour of the day.
    ['America/Santiago', '2024-09-08T00:00Z', '@daily', '08T01:00-03:00 09T00:00-03:00'],
    ['America/Santiago', '2025-04-05T12:00Z', '30 23 * * *', '05T23:30-03:00 06T23:30-04:00'],
    ['America/Sao_Paulo', '2018-11-03T12:00Z', '0 0 * * *', '04T01:00-02:00 05T00:00-02:00'],
    ['Africa/Cairo', '2024-04-25T00:00Z', '0 0 * * FRI', '26T01:00+03:00 03T00:00+03:00'],
    ['Africa/Cairo', '2024-10-31T00:00Z', '15 23 * * THU', '31T23:15+03:00 07T23:15+02:00'],
    // Change forward from 23:00 to the next day.
    ['America/Nuuk', '2024-03-30T12:00Z', '30 23 * * *', '31T00:00-01:00 31T23:30-01:00'],
    // Changes by two, three and seven hours. A change by three hours counts as a correction if the clock goes forward, but not if
    // it goes back.
    ['Antarctica/Troll', '2024-03-30T12:00Z', '30 1,2 * * *', '31T03:00+02:00 01T01:30+02:00'],
    ['Antarctica/Casey', '2020-10-03T12:00Z', '0 2 * * *', '05T02:00+11:00 06T02:00+11:00'],
    ['Antarctica/Casey', '2020-03-07T13:00Z', '0 1 * * *', '08T01:00+11:00 09T01:00+08:00'],
    ['Antarctica/Vostok', '1994-01-31T12:00Z', '0 20 * * *', '31T20:00+07:00 31T20:00+00:00'],
    // A day that doesn't exist, and a zone without changes.
    ['Pacific/Apia', '2011-12-29T12:00Z', '0 12 * * *', '29T12:00-10:00 31T12:00+14:00'],
    ['Asia/Kathmandu', '2024-03-31T00:00Z', '0 2 * * *', '01T02:00+05:45 02T02:00+05:45'],
  ])('occurrences in %s from %s: %s', (timezone, from, expression, times) => {
    const expected = times.split(' ');
    const found = runs(expression, timezone, from, expected.length);
    expect(found.map((time) => time.slice('2024-03-'.length))).toEqual(expected);
  });

  test.each(['* * * * * *', '*/20 * * * * *', '*/30 * * * * *', '1,59 * * * * *', '30 * * * * *'])(
    'the latest occurrence of %s is found, second by second',
    (expression) => {
      const cron = cronOf(expression);
      const start = Date.UTC(2024, 0, 1);
      let latest = nextOccurrence(cron, start - 1) ?? 0;
      for (let at = latest; at < start + 180_000; at += 500) {
        if (nextOccurrence(cron, latest) === at) latest = at;
        expect(latestOccurrence(cron, at)).toBe(latest);
      }
    },
  );

  test('each occurrence is the latest one until the next', () => {
    const cron = cronOf('30 3 * * *', 'Europe/Riga');
    const [first = 0, second = 0] = ['2024-03-31T01:00Z', '2024-04-01T00:30Z'].map((time) =>
      Date.parse(time),
    );
    expect(latestOccurrence(cron, first - 1)).toBe(Date.parse('2024-03-30T01:30Z'));
    expect(latestOccurrence(cron, first)).toBe(first);
    expect(latestOccurrence(cron, second - 1)).toBe(first);
    expect(latestOccurrence(cron, second)).toBe(second);
  });
});

describe('the cache', () => {
  test('returns the same value again, one per time zone', () => {
    const riga = cachedCron('0 2 * * *', 'Europe/Riga');
    expect(cachedCron('0 2 * * *', 'Europe/Riga')).toBe(riga);
    expect(cachedCron('0 2 * * *', 'UTC').timezone).toBe('UTC');
  });

  test('evicts the least recently used value', () => {
    const kept = cachedCron('0 0 1 1 *', 'UTC');
    const forgotten = cachedCron('0 0 2 1 *', 'UTC');
    for (let second = 0; second < 9_999; second += 1) {
      cachedCron(`${second % 60} ${Math.floor(second / 60) % 60} ${Math.floor(second / 3600)} * * *`, 'UTC');
      if (second % 1000 === 0) cachedCron('0 0 1 1 *', 'UTC');
    }
    expect(cachedCron('0 0 1 1 *', 'UTC')).toBe(kept);
    expect(cachedCron('0 0 2 1 *', 'UTC')).not.toBe(forgotten);
  });

  test('an unchecked expression throws', () => {
    expect(() => cachedCron('0 0 30 2 *', 'UTC')).toThrow(
      'unchecked cron expression "0 0 30 2 *": This expression never fires',
    );
  });
});
