import { expect, test } from 'vitest';
import { statusAt } from './status-at.ts';

const at = (time: string) => Date.parse(time);
const EXPECTED = '2026-11-21T02:00:00.000Z';

test.each([
  ['up', '2026-11-21T02:00:00.000Z', 'up'],
  ['up', '2026-11-21T02:00:00.001Z', 'late'],
  ['late', '2026-11-21T01:00:00.000Z', 'up'],
  ['new', '2026-11-21T02:00:00.000Z', 'new'],
  ['new', '2026-11-21T02:00:00.001Z', 'late'],
  ['down', '2026-11-21T03:00:00.000Z', 'down'],
  ['failing', '2026-11-21T03:00:00.000Z', 'failing'],
  ['paused', '2026-11-21T03:00:00.000Z', 'paused'],
] as const)('a monitor that was %s, with a run expected at 02:00, is at %s %s', (status, now, expected) => {
  expect(statusAt({ status, kind: 'cron', nextExpectedAt: EXPECTED }, at(now))).toBe(expected);
});

test('a monitor without an expected run is never late', () => {
  expect(statusAt({ status: 'up', kind: 'cron', nextExpectedAt: null }, at(EXPECTED))).toBe('up');
});

test('a checked monitor is never late', () => {
  expect(
    statusAt({ status: 'up', kind: 'http', nextExpectedAt: EXPECTED }, at('2026-11-21T03:00:00.000Z')),
  ).toBe('up');
});
