import type { Run, Statistics } from '@overdue/sdk';
import { useMemo } from 'react';
import { startLagOf } from '../../../drawing/bars.ts';
import { Chart } from '../../../drawing/chart.tsx';
import { writeLag } from '../../../drawing/runs/run-details.tsx';
import type { View } from '../../../drawing/time-scale.ts';
import { formatSeconds } from '../../../time/format-duration.ts';
import { formatTime } from '../../../time/format-time.ts';
import { ownZone } from '../../../time/zone.ts';
import { words } from '../words.ts';
import { chartPoints, endedRuns, MEDIAN_RUNS_MIN, P95_RUNS_MIN, type Point } from './chart-points.ts';
import type { NormalRange } from './normal-range.ts';

const HEIGHT = 160;
const FAILED: readonly Run['state'][] = ['failed', 'timed_out'];

interface FigureChartProps {
  readonly view: View;
  readonly statistics: Statistics;
  readonly runs: readonly Run[];
}

/**
 * Chart of run durations. Runs are dots, failed runs red dots, and outliers rings. The normal range is shaded. Lines show the median and p95 of
 * buckets with enough runs, or of all runs if no bucket has enough.
 */
export function DurationChart({
  view,
  statistics,
  runs,
  range,
}: FigureChartProps & { readonly range: NormalRange | null }) {
  const points = useMemo(
    () =>
      chartPoints(
        runs.flatMap((run): Point[] => {
          const at = run.startedAt ?? run.endedAt;
          if (at === null || run.duration === null) return [];
          return [{ at: Date.parse(at), value: run.duration, isFailed: FAILED.includes(run.state) }];
        }),
        statistics.buckets.map(({ at, runs: count, durationP50, durationP95 }) => ({
          at: Date.parse(at),
          runs: count,
          median: durationP50,
          p95: durationP95,
        })),
        range,
      ),
    [runs, statistics, range],
  );
  const { durationP50, durationP95 } = statistics;
  const runCount = endedRuns(statistics);
  if (durationP50 === null) return <NoData>{words.notMeasured}</NoData>;
  const label = words.chartLabel(
    words.duration,
    formatSeconds(durationP50),
    formatSeconds(durationP95 ?? durationP50),
  );
  return (
    <Chart
      label={range === null ? label : `${label}, ${words.normal} ${writeRange(range)}`}
      view={view}
      height={HEIGHT}
      band={range}
      times={[view.from, ...points.times, view.to]}
      series={[
        { kind: 'dots', ink: 'up', values: withEdges(points.dots) },
        { kind: 'dots', ink: 'down', values: withEdges(points.failures) },
        { kind: 'rings', ink: 'failing', values: withEdges(points.outliers) },
        {
          kind: 'dashes',
          ink: 'late',
          values: lineOf(points.p95, runCount >= P95_RUNS_MIN ? durationP95 : null),
        },
        {
          kind: 'line',
          ink: 'accent',
          values: lineOf(points.medians, runCount >= MEDIAN_RUNS_MIN ? durationP50 : null),
        },
      ]}
      write={formatSeconds}
      details={(index) => summaryAt(points, index - 1, formatSeconds)}
    />
  );
}

export function LagChart({ view, statistics, runs }: FigureChartProps) {
  const points = useMemo(
    () =>
      chartPoints(
        runs.flatMap((run): Point[] => {
          const lag = startLagOf(run);
          return lag === null || run.startedAt === null
            ? []
            : [{ at: Date.parse(run.startedAt), value: Math.max(0, lag) }];
        }),
        [],
        null,
      ),
    [runs],
  );
  const { startLagP50, startLagP95 } = statistics;
  const runCount = endedRuns(statistics);
  if (startLagP50 === null) return <NoData>{words.noLag}</NoData>;
  return (
    <Chart
      label={words.chartLabel(words.startLag, writeLag(startLagP50), writeLag(startLagP95 ?? startLagP50))}
      view={view}
      height={HEIGHT}
      times={[view.from, ...points.times, view.to]}
      series={[
        { kind: 'dots', ink: 'up', values: withEdges(points.dots) },
        {
          kind: 'dashes',
          ink: 'late',
          values: lineOf(points.p95, runCount >= P95_RUNS_MIN ? startLagP95 : null),
        },
        {
          kind: 'line',
          ink: 'accent',
          values: lineOf(points.medians, runCount >= MEDIAN_RUNS_MIN ? startLagP50 : null),
        },
      ]}
      write={formatSeconds}
      details={(index) => summaryAt(points, index - 1, writeLag)}
    />
  );
}

type Values = readonly (number | null)[];

/** Adds empty values for the start and end of the view, which the time axis includes. */
function withEdges(values: Values): Values {
  return [null, ...values, null];
}

/**
 * Returns the line through the values of the buckets. If no bucket has a value, returns a flat line at the value of the whole
 * view.
 */
function lineOf(values: Values, whole: number | null): Values {
  const edged = withEdges(values);
  return values.some((value) => value !== null) ? edged : edged.map(() => whole);
}

function summaryAt(
  { times, dots, failures, outliers, medians, p95 }: ReturnType<typeof chartPoints>,
  index: number,
  write: (value: number) => string,
): string | null {
  const at = times[index];
  if (at === undefined) return null;
  const lines = [
    formatTime(at, ownZone(), Date.now()),
    ...chartSummary('', dots[index] ?? null, write),
    ...chartSummary(words.failedRun, failures[index] ?? null, write),
    ...chartSummary(words.outlier, outliers[index] ?? null, write),
    ...chartSummary(words.median, medians[index] ?? null, write),
    ...chartSummary(words.p95, p95[index] ?? null, write),
  ];
  return lines.join('\n');
}

function chartSummary(
  label: string,
  value: number | null,
  write: (value: number) => string = String,
): readonly string[] {
  return value === null ? [] : [`${label} ${write(value)}`.trim()];
}

/** Formats a range as `12 s to 15 s`. */
export function writeRange({ low, high }: NormalRange): string {
  return words.from(formatSeconds(low), formatSeconds(high));
}

function NoData({ children }: { readonly children: string }) {
  return (
    <p className="flex h-40 items-center justify-center px-4 text-center text-balance text-soft">
      {children}
    </p>
  );
}
