import type { Run } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { measuredIn } from './measured.ts';

const NOTHING = { durationP50: null, startLagP50: null };
const RUN: Run = {
  runID: 'r',
  state: 'succeeded',
  expectedAt: '2026-11-21T10:00:00Z',
  startedAt: null,
  endedAt: '2026-11-21T10:01:00Z',
  duration: null,
  late: false,
  startEvent: null,
  endEvent: 1,
  check: null,
};
const STARTED = { ...RUN, startedAt: '2026-11-21T10:00:05Z' };

test.each([
  ['runs without a start or a duration', NOTHING, [RUN], 'nothing'],
  ['no runs', NOTHING, [], 'nothing'],
  ['a duration in the period', { ...NOTHING, durationP50: 4 }, [], 'duration'],
  ['a duration of a newer run', NOTHING, [RUN, { ...RUN, duration: 0 }], 'duration'],
  ['a start of an unscheduled run', NOTHING, [{ ...STARTED, expectedAt: null, duration: 55 }], 'duration'],
  ['a start of a scheduled run', NOTHING, [STARTED], 'duration_and_lag'],
  ['a start lag in the period', { durationP50: 4, startLagP50: 0 }, [RUN], 'duration_and_lag'],
] as const)('%s: shows what was measured', (_name, statistics, newest, measured) => {
  expect(measuredIn(statistics, newest, { kind: 'cron', createdAt: '2026-11-21T09:00:00Z' })).toBe(measured);
});

test('the first run of a monitor has no start lag if its occurrence was before the monitor', () => {
  expect(measuredIn(NOTHING, [STARTED], { kind: 'cron', createdAt: '2026-11-21T10:00:01Z' })).toBe('nothing');
  expect(measuredIn(NOTHING, [STARTED], { kind: 'cron', createdAt: '2026-11-21T10:00:06Z' })).toBe(
    'duration_and_lag',
  );
});

test('a check has no start lag', () => {
  const monitor = { kind: 'http', createdAt: '2026-11-21T09:00:00Z' } as const;
  expect(measuredIn({ durationP50: 4, startLagP50: 0 }, [STARTED], monitor)).toBe('duration');
});
