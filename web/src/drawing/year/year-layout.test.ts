import type { RunDay } from '@overdue/sdk';
import { describe, expect, test } from 'vitest';
import { badShareOn, outcomeOf } from './day-outcome.ts';
import { describeDay, describeYear } from './words.ts';
import { layOutYear, movedBy, writeLocalDay } from './year-layout.ts';

const DAY = 86_400_000;
const NONE = { succeeded: 0, failed: 0, missed: 0, late: 0, unknown: 0, incidents: 0, downSeconds: 0 };

function day(counts: Partial<RunDay> = {}): RunDay {
  return { from: '2026-11-20T22:00:00.000Z', to: '2026-11-21T22:00:00.000Z', ...NONE, ...counts };
}

describe('layout', () => {
  test('weeks begin on Monday, also across a change of clocks', () => {
    const from = [
      '2026-03-27T22:00:00Z',
      '2026-03-28T22:00:00Z',
      '2026-03-29T21:00:00Z',
      '2026-03-30T21:00:00Z',
    ].map((at) => ({ from: at }));
    const { days, columns } = layOutYear(from, 'Europe/Riga');
    // 28 March 2026 is a Saturday.
    expect(days.map(({ column, row }) => [column, row])).toEqual([
      [0, 5],
      [0, 6],
      [1, 0],
      [1, 1],
    ]);
    expect(columns).toBe(2);
    expect(writeLocalDay(Date.parse('2026-03-28T22:00:00Z'), 'Europe/Riga')).toBe('2026-03-29');
  });

  test('a month is named above its first whole week', () => {
    const from = Array.from({ length: 366 }, (_, index) => ({
      from: new Date(Date.UTC(2026, 10, 23) - (365 - index) * DAY).toISOString(),
    }));
    const { months, columns } = layOutYear(from, 'UTC');
    expect(columns).toBe(54);
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ column: 2, label: 'Dec' });
    expect(months.at(-1)).toEqual({ column: 50, label: 'Nov' });
  });

  test.each([
    ['ArrowLeft', 20, 13],
    ['ArrowLeft', 3, 0],
    ['ArrowRight', 20, 27],
    ['ArrowDown', 20, 21],
    ['ArrowUp', 0, 0],
    ['End', 3, 365],
    ['Home', 300, 0],
    ['a', 3, null],
  ])('%s moves from %i to %s', (key, index, expected) => {
    expect(movedBy(key, index, 366)).toBe(expected);
  });
});

describe('outcome of a day', () => {
  test.each([
    [{}, 'none', 0],
    [{ unknown: 3 }, 'unknown', 0],
    [{ succeeded: 3 }, 'good', 0],
    [{ succeeded: 3, late: 1 }, 'late', 0],
    [{ succeeded: 3, failed: 1, missed: 1, unknown: 2 }, 'bad', 0.4],
    [{ missed: 2 }, 'bad', 1],
    [{ succeeded: 1, downSeconds: 21_600 }, 'bad', 0.25],
    [{ succeeded: 1, incidents: 1 }, 'bad', 0],
  ] as const)('%o is %s', (counts, outcome, share) => {
    expect(outcomeOf(day(counts))).toBe(outcome);
    expect(badShareOn(day(counts))).toBe(share);
  });

  test('the outcome of a day is described in words, and the share excludes unknown runs', () => {
    expect(describeDay(day())).toBe('no runs');
    expect(
      describeDay(
        day({ succeeded: 3, failed: 1, missed: 1, late: 1, unknown: 2, incidents: 1, downSeconds: 900 }),
      ),
    ).toBe(
      '3 of 5 runs succeeded, 1 failed, 1 missed, 1 late, 2 unknown, 1 incident opened, down for 15 min',
    );
    expect(describeYear([day({ succeeded: 3 }), day({ failed: 1, missed: 1, unknown: 2 })])).toBe(
      '60 % of 5 runs succeeded · 1 day with failures · never down',
    );
  });
});
