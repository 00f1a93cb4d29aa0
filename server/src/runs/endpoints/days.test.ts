import type { Outage } from '@overdue/domain/incidents/incident.ts';
import { dayBorders } from '@overdue/domain/schedule/day-borders.ts';
import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import { expect, test } from 'vitest';
import { dayAt, downtimeByDay } from './days.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const TODAY = Date.UTC(2026, 10, 21);

const outage = (openedAt: number, closedAt: number | null): Outage => ({
  monitorID: 1,
  reason: 'missed',
  openedAt,
  closedAt,
});

test('a time belongs to the day that contains it, to the millisecond', () => {
  const days = dayBorders('UTC', NOW, 3);
  expect(dayAt(days, TODAY - 2 * DAY_MS - 1)).toBe(-1);
  expect(dayAt(days, TODAY - 2 * DAY_MS)).toBe(0);
  expect(dayAt(days, TODAY - 1)).toBe(1);
  expect(dayAt(days, TODAY)).toBe(2);
  expect(dayAt(days, NOW + DAY_MS)).toBe(2);
});

test('downtime is divided at midnight, counts its incident once, and adds up over monitors', () => {
  const days = dayBorders('UTC', NOW, 3);
  const outages = [
    outage(TODAY - 2 * HOUR_MS, TODAY + HOUR_MS),
    outage(TODAY - HOUR_MS, TODAY - HOUR_MS / 2),
    outage(TODAY + 2 * HOUR_MS, null),
    outage(TODAY - 9 * DAY_MS, TODAY - 2 * DAY_MS + HOUR_MS),
  ];
  expect(downtimeByDay(outages, days)).toEqual([
    { incidentCount: 0, downMs: HOUR_MS },
    { incidentCount: 2, downMs: 2.5 * HOUR_MS },
    { incidentCount: 1, downMs: 7 * HOUR_MS },
  ]);
});

test('a whole day of downtime is 23 hours if the clocks go forward', () => {
  const days = dayBorders('Europe/Riga', Date.UTC(2026, 2, 30, 12), 3);
  const whole = downtimeByDay([outage(0, null)], days).map(({ downMs }) => downMs / HOUR_MS);
  expect(whole.slice(0, 2)).toEqual([24, 23]);
});
