import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Run } from '../monitor/run.ts';
import { createStatistics, type Scale } from './statistics.ts';

function run(more: Partial<Run>): Run {
  return {
    seq: 1,
    runID: 'r',
    state: 'succeeded',
    expectedAt: null,
    startedAt: null,
    endedAt: null,
    durationMs: null,
    late: false,
    startEvent: null,
    endEvent: null,
    limitAt: null,
    blindWindowID: null,
    countedAs: null,
    check: null,
    ...more,
  };
}

const CREATED_AT = 100;

function statisticsOf(runs: readonly Run[], scale: Scale = { from: 0, to: 1000, buckets: 2 }) {
  const statistics = createStatistics(scale, CREATED_AT);
  for (const run of runs) statistics.add(run);
  return statistics.result();
}

test('an empty period has no measurements', () => {
  const nothing = { durationP50: null, durationP95: null, durationMax: null };
  const none = { runs: 0, failed: 0, missed: 0, ...nothing };
  expect(statisticsOf([])).toEqual({
    ...none,
    running: 0,
    succeeded: 0,
    timedOut: 0,
    unknown: 0,
    successRate: null,
    startLagP50: null,
    startLagP95: null,
    buckets: [
      { at: 0, ...none },
      { at: 500, ...none },
    ],
  });
});

test('each state is counted, and the success rate ignores unknown and open runs', () => {
  const states = ['succeeded', 'succeeded', 'failed', 'timed_out', 'missed', 'unknown', 'running'] as const;
  const found = statisticsOf(states.map((state) => run({ state, expectedAt: 10 })));
  expect(found).toMatchObject({
    runs: 7,
    succeeded: 2,
    failed: 1,
    timedOut: 1,
    missed: 1,
    unknown: 1,
    running: 1,
    successRate: 0.4,
  });
  expect(found.buckets).toMatchObject([
    { runs: 7, failed: 2, missed: 1 },
    { runs: 0, failed: 0, missed: 0 },
  ]);
});

test('only runs that began in the period count, each in its part', () => {
  const began = [-1, 0, 499, 500, 999, 1000].map((startedAt) => run({ startedAt, endedAt: 2000 }));
  expect(statisticsOf(began).buckets.map(({ runs }) => runs)).toEqual([2, 2]);
});

test('delays cover only expected runs that reported a start', () => {
  const lags = [
    run({ expectedAt: 100, startedAt: 130 }),
    run({ expectedAt: 100, startedAt: 90 }),
    run({ expectedAt: 100, endedAt: 700 }),
    run({ startedAt: 100 }),
  ];
  expect(statisticsOf(lags)).toMatchObject({ startLagP50: 0, startLagP95: 30 });
});

test.each([
  [[5], 5, 5, 5],
  [[1, 2, 3, 4], 2, 4, 4],
  [Array.from({ length: 100 }, (_, index) => 100 - index), 50, 95, 100],
])('percentiles of %j are values that were measured', (durations, p50, p95, max) => {
  const found = statisticsOf(durations.map((durationMs) => run({ startedAt: 1, durationMs })));
  expect([found.durationP50, found.durationP95, found.durationMax]).toEqual([p50, p95, max]);
});

test('the parts together contain all runs, in any order', () => {
  const runs = fc.array(fc.record({ startedAt: fc.integer({ min: -50, max: 1050 }) }).map(run));
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 13 }), (given, buckets) => {
      const scale = { from: 0, to: 1000, buckets };
      const found = statisticsOf(given, scale);
      expect(found.buckets.reduce((sum, part) => sum + part.runs, 0)).toBe(found.runs);
      expect(statisticsOf(given.toReversed(), scale)).toEqual(found);
    }),
  );
});

test('the first run of a monitor has no start lag if its occurrence was before the monitor', () => {
  const first = run({ expectedAt: CREATED_AT - 1, startedAt: CREATED_AT });
  const imported = run({ expectedAt: CREATED_AT - 20, startedAt: CREATED_AT - 15 });
  expect(statisticsOf([first]).startLagP50).toBe(null);
  expect(statisticsOf([first, imported]).startLagP50).toBe(5);
});
