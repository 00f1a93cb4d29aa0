import type { Outage } from '@overdue/domain/incidents/incident.ts';
import { type DayBorders, dayBorders } from '@overdue/domain/schedule/day-borders.ts';
import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import { expect, test } from 'vitest';
import { uptimeHistoryOf, writeUptime } from './uptime-days.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const TODAY = Date.UTC(2026, 10, 21);

/** The history of a job that runs every day. */
function historyOf(outages: readonly Outage[], borders: readonly DayBorders[], from: number) {
  return uptimeHistoryOf({ outages, from, quiet: new Set() }, borders);
}

const outage = (openedAt: number, closedAt: number | null): Outage => ({
  monitorID: 1,
  reason: 'missed',
  openedAt,
  closedAt,
});

test('days begin at midnight of the zone, and today ends now', () => {
  expect(dayBorders('UTC', NOW, 2)).toEqual([
    { from: TODAY - DAY_MS, to: TODAY },
    { from: TODAY, to: NOW },
  ]);
  expect(dayBorders('Europe/Riga', NOW, 1)).toEqual([{ from: TODAY - 2 * HOUR_MS, to: NOW }]);
  // At noon UTC, the next day has already begun in Kiritimati (UTC+14).
  expect(dayBorders('Pacific/Kiritimati', TODAY + 12 * HOUR_MS, 1)).toEqual([
    { from: TODAY + 10 * HOUR_MS, to: TODAY + 12 * HOUR_MS },
  ]);
});

test('days on which clocks change are an hour shorter or longer, and none has a gap before it', () => {
  const borders = dayBorders('Europe/Riga', Date.UTC(2026, 10, 1), 230);
  const lengths = borders.slice(0, -1).map(({ from, to }) => (to - from) / HOUR_MS);
  expect([...new Set(lengths)].toSorted()).toEqual([23, 24, 25]);
  for (const [index, { from }] of borders.entries()) if (index > 0) expect(from).toBe(borders[index - 1]?.to);
});

test('an outage counts in each day that it touches', () => {
  const borders = dayBorders('UTC', NOW, 3);
  const { days, uptime } = historyOf([outage(TODAY - 30 * HOUR_MS, TODAY + HOUR_MS)], borders, 0);
  expect(days.map(({ state, downMs }) => [state, downMs / HOUR_MS])).toEqual([
    ['down', 6],
    ['down', 24],
    ['down', 1],
  ]);
  expect(uptime).toBeCloseTo(1 - 31 / 56);
});

test('an open outage lasts until now', () => {
  const { days } = historyOf([outage(TODAY + 2 * HOUR_MS, null)], dayBorders('UTC', NOW, 2), 0);
  expect(days.map(({ downMs }) => downMs / HOUR_MS)).toEqual([0, 6]);
});

test('the time before `knownFrom` is unknown and does not count', () => {
  const borders = dayBorders('UTC', NOW, 3);
  const { days, uptime } = historyOf(
    [outage(TODAY - 30 * HOUR_MS, TODAY - 6 * HOUR_MS)],
    borders,
    TODAY - 12 * HOUR_MS,
  );
  expect(days.map(({ state, downMs }) => [state, downMs / HOUR_MS])).toEqual([
    ['unknown', 0],
    ['down', 6],
    ['up', 0],
  ]);
  expect(uptime).toBeCloseTo(1 - 6 / 20);
  expect(historyOf([], borders, NOW).uptime).toBeNull();
});

test('a day without a run is quiet unless the job was down, and still counts as known time', () => {
  const borders = dayBorders('UTC', NOW, 3);
  const outages = [outage(TODAY - 30 * HOUR_MS, TODAY - 29 * HOUR_MS)];
  const { days, uptime } = uptimeHistoryOf({ outages, from: 0, quiet: new Set([0, 1]) }, borders);
  expect(days.map(({ state }) => state)).toEqual(['down', 'quiet', 'up']);
  expect(uptime).toBeCloseTo(1 - 1 / 56);
});

test('a short outage is never shown as 100 %', () => {
  expect([1, 0.99999, 0.9998, 0.998, 0.5, 0].map(writeUptime)).toEqual([
    '100 %',
    '99.99 %',
    '99.98 %',
    '99.80 %',
    '50 %',
    '0 %',
  ]);
});
