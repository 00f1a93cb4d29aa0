import { expect, test } from 'vitest';
import { barsOf, endOfWeek, gapsAhead, positionOf, startOfWeek, weeksFrom } from './week-layout.ts';

const ZONE = 'Europe/Riga';
const at = (time: string) => Date.parse(time);

test('weeks begin on Monday at midnight of the zone, also around a clock change', () => {
  const [week, next] = weeksFrom(at('2026-10-25T12:00Z'), 2, ZONE);
  if (week === undefined || next === undefined) throw new Error('A week is missing.');
  expect(startOfWeek(week)).toBe(at('2026-10-18T21:00Z'));
  expect(endOfWeek(week)).toBe(at('2026-10-25T22:00Z'));
  expect(startOfWeek(next)).toBe(endOfWeek(week));
});

test('every day has the same width, also the one with 25 hours', () => {
  const [week] = weeksFrom(at('2026-10-25T12:00Z'), 1, ZONE);
  if (week === undefined) throw new Error('A week is missing.');
  expect(positionOf(at('2026-10-24T21:00Z'), week)).toBeCloseTo(6 / 7);
  expect(positionOf(at('2026-10-25T09:30Z'), week)).toBeCloseTo(6.5 / 7);
  expect(positionOf(at('2026-10-25T22:00Z'), week)).toBe(1);
  expect(positionOf(0, week)).toBe(0);
});

test('bars are cut at the ends of the week, and gaps stand between spans', () => {
  const [, week] = weeksFrom(at('2026-11-16T12:00Z'), 2, 'UTC');
  if (week === undefined) throw new Error('A week is missing.');
  const member = { memberID: 'a', name: 'Ann' };
  const bars = barsOf(
    {
      spans: [
        { startsAt: '2026-11-20T00:00Z', endsAt: '2026-11-24T00:00Z', member, override: null },
        { startsAt: '2026-11-25T00:00Z', endsAt: '2026-12-05T00:00Z', member, override: 'o' },
        { startsAt: '2026-12-05T00:00Z', endsAt: '2026-12-06T00:00Z', member, override: null },
      ],
      gaps: [{ startsAt: '2026-11-24T00:00Z', endsAt: '2026-11-25T00:00Z' }],
    },
    week,
  );
  expect(
    bars.map(({ left, width, span }) => [Math.round(left * 7), Math.round(width * 7), span?.override]),
  ).toEqual([
    [0, 1, null],
    [1, 1, undefined],
    [2, 5, 'o'],
  ]);
});

test('gaps that are over are not ahead', () => {
  const gaps = [
    { startsAt: '2026-11-20T00:00Z', endsAt: '2026-11-21T00:00Z' },
    { startsAt: '2026-11-23T00:00Z', endsAt: '2026-11-24T00:00Z' },
  ];
  expect(gapsAhead({ gaps }, at('2026-11-23T12:00Z'))).toEqual(gaps.slice(1));
});
