import { HOUR_MS } from '@overdue/domain/time-units.ts';
import type { Run } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { extentOf, layRuns, startLagOf } from './bars.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const time = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString();
const run = (change: Partial<Run>): Run => ({
  runID: 'r',
  state: 'succeeded',
  expectedAt: null,
  startedAt: null,
  endedAt: null,
  duration: null,
  late: false,
  startEvent: null,
  endEvent: null,
  check: null,
  ...change,
});

test.each([
  ['from start to end', run({ startedAt: time(3), endedAt: time(2) }), 3, 2],
  ['by its duration, when no start was reported', run({ endedAt: time(2), duration: 3600 }), 3, 2],
  ['until now, while it runs', run({ state: 'running', startedAt: time(3) }), 3, 0],
  ['to its limit, when it never ended', run({ state: 'timed_out', startedAt: time(3) }), 3, 1],
  ['at its expected time if it was missed', run({ state: 'missed', expectedAt: time(3) }), 3, 3],
  ['never backwards', run({ startedAt: time(2), endedAt: time(3) }), 2, 2],
])('a run is drawn %s', (_, drawn, from, to) => {
  expect(extentOf(drawn, NOW, 2 * HOUR_MS)).toEqual({ from: NOW - from * HOUR_MS, to: NOW - to * HOUR_MS });
});

test('simultaneous runs lie in different lanes', () => {
  const { bars, count } = layRuns(
    [run({ startedAt: time(1), endedAt: time(0) }), run({ startedAt: time(3), endedAt: time(0.5) })],
    NOW,
    HOUR_MS,
  );
  expect(count).toBe(2);
  expect(bars.map(({ lane }) => lane)).toEqual([0, 1]);
});

test('the start lag is the time between the expected and the actual start', () => {
  expect(startLagOf(run({ expectedAt: time(2), startedAt: time(1) }))).toBe(3600);
  expect(startLagOf(run({ startedAt: time(1) }))).toBe(null);
});
