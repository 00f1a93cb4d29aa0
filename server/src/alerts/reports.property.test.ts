import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastMonth, lastWeek } from './reports.ts';

fc.configureGlobal({ seed: 20261121 });

const at = (text: string) => Date.parse(`${text}Z`);
const anyTime = fc.integer({ min: at('1999-12-31T00:00'), max: at('2101-01-02T00:00') });

describe('the last week', () => {
  test.each([
    ['2026-11-23T07:00', '2026-11-16T00:00', '2026-11-23T00:00', 'on Monday morning'],
    ['2026-11-23T06:59:59.999', '2026-11-09T00:00', '2026-11-16T00:00', 'on Monday before the morning'],
    ['2026-11-22T23:59:59.999', '2026-11-09T00:00', '2026-11-16T00:00', 'on Sunday night'],
    ['2026-11-29T12:00', '2026-11-16T00:00', '2026-11-23T00:00', 'on Sunday'],
    ['2027-01-01T12:00', '2026-12-21T00:00', '2026-12-28T00:00', 'over the new year'],
    ['2028-03-02T12:00', '2028-02-21T00:00', '2028-02-28T00:00', 'beside a leap day'],
  ])('at %s is %s to %s: %s', (now, from, to) => {
    expect(lastWeek(at(now))).toEqual({ from: at(from), to: at(to) });
  });

  test('is whole, begins on a Monday, and ended between seven hours and a week and seven hours ago', () => {
    fc.assert(
      fc.property(anyTime, (now) => {
        const { from, to } = lastWeek(now);
        expect(to - from).toBe(7 * DAY_MS);
        expect(new Date(from).toUTCString()).toMatch(/^Mon, .* 00:00:00 GMT$/);
        expect(now - to).toBeGreaterThanOrEqual(7 * HOUR_MS);
        expect(now - to).toBeLessThan(7 * DAY_MS + 7 * HOUR_MS);
      }),
    );
  });
});

describe('the last month', () => {
  test.each([
    ['2026-12-01T07:00', '2026-11-01T00:00', '2026-12-01T00:00', 'on the first in the morning'],
    ['2026-12-01T06:59:59.999', '2026-10-01T00:00', '2026-11-01T00:00', 'on the first before the morning'],
    ['2026-12-31T23:59:59.999', '2026-11-01T00:00', '2026-12-01T00:00', 'on the last'],
    ['2027-01-15T12:00', '2026-12-01T00:00', '2027-01-01T00:00', 'over the new year'],
    ['2028-03-31T12:00', '2028-02-01T00:00', '2028-03-01T00:00', 'with a leap day'],
    ['2027-03-31T12:00', '2027-02-01T00:00', '2027-03-01T00:00', 'without one'],
  ])('at %s is %s to %s: %s', (now, from, to) => {
    expect(lastMonth(at(now))).toEqual({ from: at(from), to: at(to) });
  });

  test('begins and ends on the first of a month, and the next month follows without a gap', () => {
    fc.assert(
      fc.property(anyTime, (now) => {
        const { from, to } = lastMonth(now);
        expect(new Date(from).toUTCString()).toMatch(/ 01 \w{3} \d{4} 00:00:00 GMT$/);
        expect(new Date(to).toUTCString()).toMatch(/ 01 \w{3} \d{4} 00:00:00 GMT$/);
        expect(now - to).toBeGreaterThanOrEqual(7 * HOUR_MS);
        expect(now - to).toBeLessThan(31 * DAY_MS + 7 * HOUR_MS);
        expect(lastMonth(to + 7 * HOUR_MS - 1).to).toBe(from);
        expect(lastMonth(to + 7 * HOUR_MS)).toEqual({ from, to });
      }),
    );
  });
});
