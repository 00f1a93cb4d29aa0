import { describe, expect, test } from 'vitest';
import { type CalendarJob, forecastOf, longestPeriods } from './forecast.ts';
import { dayBeside, periodOf } from './period.ts';
import { writeBusiest, writeFree } from './words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FROM = Date.UTC(2026, 10, 23, 18);
const TO = Date.UTC(2026, 10, 24, 9);
const at = (hour: number, minute = 0) => Date.UTC(2026, 10, hour >= 18 ? 23 : 24, hour, minute);

function job(usualMs: number | null, ...times: readonly number[]): CalendarJob {
  return { usualMs, runs: times.map((time) => ({ firstAt: time, lastAt: time })) };
}

describe('forecast', () => {
  test('the times without a run, and the busiest quarter of an hour, are named', () => {
    const jobs = [
      job(2 * HOUR + 10 * MINUTE, at(2)),
      job(30 * MINUTE, at(2, 5), at(5)),
      job(null, at(18)),
      job(8 * HOUR, at(18, 1)),
      job(6 * HOUR, at(5, 30)),
    ];
    const { free, busiest, frequent } = forecastOf(jobs, { from: FROM, to: TO });
    expect(free).toEqual([{ from: at(4, 10), to: at(5) }]);
    expect(busiest).toEqual({ at: at(2), running: 3, frequent: 0 });
    expect(frequent).toBe(0);
    expect(writeFree(free, { frequent, zone: 'UTC', referenceAt: FROM })).toBe(
      'Nothing runs between 04:10 and 05:00.',
    );
  });

  test('a night with only frequent jobs is free as a whole, and the frequent jobs are counted separately', () => {
    const every: CalendarJob = { usualMs: 1000, runs: [{ firstAt: at(18), lastAt: at(8, 59) }] };
    const { free, quarters, frequent } = forecastOf([every], { from: FROM, to: TO });
    expect(free).toEqual([{ from: FROM, to: TO }]);
    expect(quarters).toHaveLength(60);
    expect(quarters.every((quarter) => quarter.frequent === 1 && quarter.running === 0)).toBe(true);
    expect(writeFree(free, { frequent, zone: 'UTC', referenceAt: FROM })).toBe(
      'Apart from 1 job that runs every few minutes, nothing runs between 18:00 and Tue 24 Nov 09:00.',
    );
  });

  test('the busiest quarter of an hour counts frequent jobs too, as the chart does', () => {
    const every: CalendarJob = { usualMs: 1000, runs: [{ firstAt: at(3), lastAt: at(8, 59) }] };
    const jobs = [every, job(null, at(1)), job(null, at(4)), job(null, at(5))];
    const { busiest } = forecastOf(jobs, { from: FROM, to: TO });
    expect(busiest).toEqual({ at: at(4), running: 1, frequent: 1 });
    expect(busiest === null ? '' : writeBusiest(busiest, { zone: 'UTC', referenceAt: FROM })).toBe(
      'Busiest from 04:00 to 04:15: 2 jobs, of which 1 runs every few minutes.',
    );
  });

  test('a gap of less than a quarter of an hour is not free', () => {
    const jobs = [job(7 * HOUR, at(18)), job(8 * HOUR, at(1, 14))];
    const { free } = forecastOf(jobs, { from: FROM, to: TO });
    expect(free).toEqual([]);
    expect(writeFree(free, { frequent: 0, zone: 'UTC', referenceAt: FROM })).toBe(
      'Every quarter-hour has a run.',
    );
    expect(
      forecastOf([job(7 * HOUR, at(18)), job(8 * HOUR, at(1, 15))], { from: FROM, to: TO }).free,
    ).toHaveLength(1);
  });

  test('two runs of one job in a quarter of an hour count once', () => {
    const { quarters } = forecastOf([job(MINUTE, at(18), at(18, 1), at(18, 20))], { from: FROM, to: TO });
    expect(quarters.slice(0, 3).map(({ running }) => running)).toEqual([1, 1, 0]);
  });

  test('the longest free times are named in order', () => {
    const spans = [3, 1, 4, 2].map((hours, index) => ({
      from: index * 10 * HOUR,
      to: index * 10 * HOUR + hours * HOUR,
    }));
    expect(longestPeriods(spans, 2)).toEqual([spans[0], spans[2]]);
  });
});

describe('period', () => {
  const ZONE = 'Europe/Riga';
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

  test.each([
    ['in the afternoon, the coming night', '2026-11-23T13:00Z', '2026-11-23T16:00', '2026-11-24T07:00'],
    [
      'at three in the morning, the current night',
      '2026-11-24T01:00Z',
      '2026-11-23T16:00',
      '2026-11-24T07:00',
    ],
    ['after the night, the next one', '2026-11-24T07:00Z', '2026-11-24T16:00', '2026-11-25T07:00'],
    ['the night in which clocks go back', '2026-10-24T12:00Z', '2026-10-24T15:00', '2026-10-25T07:00'],
  ])('%s', (_, now, from, to) => {
    const period = periodOf({}, Date.parse(now), ZONE);
    expect([iso(period.from), iso(period.to)]).toEqual([from, to]);
  });

  test('the period moves by a night or a week, but never into the past', () => {
    const now = Date.parse('2026-11-23T13:00Z');
    const tonight = periodOf({}, now, ZONE);
    expect(dayBeside(tonight, 1)).toBe('2026-11-24');
    expect(periodOf({ day: dayBeside(tonight, -1) }, now, ZONE)).toEqual(tonight);
    const week = periodOf({ span: 'week' }, now, ZONE);
    expect([iso(week.from), iso(week.to)]).toEqual(['2026-11-22T22:00', '2026-11-29T22:00']);
    expect(dayBeside(week, 1)).toBe('2026-11-30');
    expect(periodOf({ day: 'x' }, now, ZONE)).toEqual(tonight);
  });
});
