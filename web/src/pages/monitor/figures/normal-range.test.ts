import { describe, expect, test } from 'vitest';
import { chartPoints } from './chart-points.ts';
import { isOutlier, normalRangeOf } from './normal-range.ts';

const succeeded = (...durations: readonly (number | null)[]) =>
  durations.map((duration) => ({ state: 'succeeded' as const, duration }));

describe('normal range', () => {
  test('fewer than ten successful runs have no range, and their number is shown', () => {
    const runs = [
      ...succeeded(1, 2, 3, 4, 5, 6, 7, 8, 9, null),
      { state: 'failed' as const, duration: 90 },
      { state: 'running' as const, duration: null },
    ];
    expect(normalRangeOf(runs)).toEqual({ kind: 'too_few', runs: 9 });
    expect(normalRangeOf([...runs, ...succeeded(5)]).kind).toBe('known');
  });

  test('the range extends 1.5 interquartile ranges beyond both quartiles, but not below zero', () => {
    const runs = succeeded(...Array.from({ length: 41 }, (_, index) => 100 + index));
    expect(normalRangeOf(runs)).toEqual({ kind: 'known', range: { low: 80, high: 160, runs: 41 } });
    expect(normalRangeOf(succeeded(...Array.from({ length: 41 }, (_, index) => index)))).toMatchObject({
      range: { low: 0 },
    });
  });

  test('a slow run among steady ones is an outlier, and jitter is not', () => {
    const found = normalRangeOf(succeeded(60, 60, 60, 60.5, 60, 60, 59.8, 60, 60, 60, 60, 240));
    if (found.kind !== 'known') throw new Error('There is a range.');
    expect(isOutlier(240, found.range)).toBe(true);
    expect(isOutlier(20, found.range)).toBe(true);
    expect([59.8, 60.5, 64, 56].map((duration) => isOutlier(duration, found.range))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test('the range follows the newest 50 runs', () => {
    const runs = succeeded(...Array.from({ length: 50 }, () => 10), ...Array.from({ length: 50 }, () => 99));
    expect(normalRangeOf(runs)).toEqual({ kind: 'known', range: { low: 9, high: 11, runs: 50 } });
  });
});

describe('points of a chart', () => {
  const range = { low: 5, high: 15, runs: 10 };
  const part = { at: 0, median: 10, p95: 14 };

  test('outliers are apart from the other runs', () => {
    const { dots, outliers } = chartPoints(
      [
        { at: 1, value: 10 },
        { at: 2, value: 90 },
      ],
      [],
      range,
    );
    expect([dots, outliers]).toEqual([
      [10, null],
      [null, 90],
    ]);
    expect(chartPoints([{ at: 2, value: 90 }], [], null).outliers).toEqual([null]);
  });

  test('failed runs are apart from the other runs, whatever their duration', () => {
    const points = [
      { at: 1, value: 10 },
      { at: 2, value: 90, isFailed: true },
    ];
    const { dots, failures, outliers } = chartPoints(points, [], range);
    expect([dots, failures, outliers]).toEqual([
      [10, null],
      [null, 90],
      [null, null],
    ]);
  });

  test('a part has a median and a 95th percentile only if there are enough runs for each', () => {
    const of = (runs: number) => {
      const { medians, p95 } = chartPoints([], [{ ...part, runs }], null);
      return [medians[0], p95[0]];
    };
    expect(of(1)).toEqual([null, null]);
    expect(of(4)).toEqual([null, null]);
    expect(of(5)).toEqual([10, null]);
    expect(of(19)).toEqual([10, null]);
    expect(of(20)).toEqual([10, 14]);
  });
});
