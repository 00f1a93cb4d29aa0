import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { MonitorRow, Run, Statistics } from '@overdue/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { newestRunsQuery, statisticsQuery } from '../../../data/runs/spans.ts';
import { writeLag } from '../../../drawing/runs/run-details.tsx';
import type { TimelineView } from '../../../drawing/use-view.ts';
import { formatSeconds } from '../../../time/format-duration.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Outcomes } from '../runs/outcomes.tsx';
import { words } from '../words.ts';
import { endedRuns, MEDIAN_RUNS_MIN, P95_RUNS_MIN } from './chart-points.ts';
import { DurationChart, LagChart, writeRange } from './figure-charts.tsx';
import { type Measured, measuredIn, runsWithLag } from './measured.ts';
import { type FoundRange, normalRangeOf, RANGE_RUNS_MIN } from './normal-range.ts';

const PARTS = 40;

interface FiguresProps {
  readonly monitor: MonitorRow;
  readonly timeline: TimelineView;
  readonly runs: readonly Run[];
}

export function Figures({ monitor, timeline, runs }: FiguresProps) {
  const { view } = timeline;
  const part = (view.to - view.from) / PARTS;
  // The span is aligned, so that a small move of the view needs no new request.
  const span = { from: Math.floor(view.from / part) * part, to: Math.ceil(view.to / part) * part };
  const query = statisticsQuery(
    monitor.shortID,
    { from: Math.round(span.from), to: Math.round(span.to) },
    PARTS + 1,
  );
  const { data, error, refetch } = useQuery({ ...query, placeholderData: keepPreviousData });
  const { data: newest, isError: isUnread } = useQuery(newestRunsQuery(monitor.shortID));
  const normalRange = useMemo(() => (newest === undefined ? null : normalRangeOf(newest)), [newest]);
  const lagRuns = useMemo(() => runsWithLag(runs, monitor), [runs, monitor]);
  const range = normalRange?.kind === 'known' ? normalRange.range : null;
  if (error !== null && data === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  // Waits for both responses, which together decide the number of cards, so that no card moves.
  if (data === undefined || (newest === undefined && !isUnread))
    return <Skeleton className="h-66 w-full max-lg:h-136 max-md:h-205" />;
  const measured = measuredIn(data, newest ?? [], monitor);
  const hasPercentiles = {
    hasMedian: endedRuns(data) >= MEDIAN_RUNS_MIN,
    hasP95: endedRuns(data) >= P95_RUNS_MIN,
  };
  return (
    <section aria-label={words.figures} className={`grid gap-4 ${COLUMNS[measured]}`}>
      {measured === 'nothing' ? null : (
        <Figure
          title={words.duration}
          facts={factsOf(data.durationP50, {
            p95: data.durationP95,
            max: data.durationMax,
            ...hasPercentiles,
            normalRange,
            write: formatSeconds,
          })}
        >
          <DurationChart view={view} statistics={data} runs={runs} range={range} />
        </Figure>
      )}
      {measured === 'duration_and_lag' ? (
        <Figure
          title={words.startLag}
          facts={factsOf(data.startLagP50, {
            p95: data.startLagP95,
            max: null,
            ...hasPercentiles,
            normalRange: null,
            write: writeLag,
          })}
        >
          <LagChart view={view} statistics={data} runs={lagRuns} />
        </Figure>
      ) : null}
      <Figure title={words.success} facts={null}>
        <div className={measured === 'nothing' ? undefined : 'min-h-40'}>
          <Outcomes statistics={data} />
        </div>
        {measured === 'duration_and_lag' || isChecked(monitor) ? null : (
          <p className="px-1 text-table text-soft">{words.notYet[measured]}</p>
        )}
      </Figure>
    </section>
  );
}

/** Columns of the cards on wide screens. */
const COLUMNS: Readonly<Record<Measured, string>> = {
  nothing: '',
  duration: 'md:grid-cols-[2fr_1fr]',
  duration_and_lag: 'md:grid-cols-2 md:max-lg:[&>:last-child]:col-span-2 lg:grid-cols-[2fr_1.4fr_1fr]',
};

function factsOf(
  median: Statistics['durationP50'],
  {
    p95,
    max,
    hasMedian,
    hasP95,
    normalRange,
    write,
  }: {
    readonly p95: Statistics['durationP95'];
    readonly max: Statistics['durationMax'];
    /** Whether there are enough runs for a median and for a 95th percentile. */
    readonly hasMedian: boolean;
    readonly hasP95: boolean;
    readonly normalRange: FoundRange | null;
    readonly write: (seconds: number) => string;
  },
) {
  if (median === null || p95 === null || (!hasMedian && normalRange === null)) return null;
  return (
    <dl className="numeric flex min-h-5 flex-wrap gap-x-4 px-1 text-table">
      {hasMedian ? <Fact label={words.median} mark="h-0.5 bg-accent" value={write(median)} /> : null}
      {hasP95 ? (
        <Fact label={words.p95} mark="border-t-2 border-dashed border-late" value={write(p95)} />
      ) : null}
      {normalRange === null ? null : <RangeFact normalRange={normalRange} />}
      {max === null ? null : <Fact label={words.max} mark={null} value={write(max)} />}
    </dl>
  );
}

function RangeFact({ normalRange }: { readonly normalRange: FoundRange }) {
  if (normalRange.kind === 'too_few')
    return (
      <div>
        <dt className="sr-only">{words.normal}</dt>
        <dd className="text-soft">{words.tooFew(normalRange.runs, RANGE_RUNS_MIN)}</dd>
      </div>
    );
  return (
    <Fact
      label={words.normal}
      mark="h-2.5 bg-accent/15"
      value={writeRange(normalRange.range)}
      hint={words.normalHint(normalRange.range.runs)}
    />
  );
}

function Fact({
  label,
  mark,
  value,
  hint,
}: {
  readonly label: string;
  readonly mark: string | null;
  readonly value: string;
  readonly hint?: string;
}) {
  return (
    <div className="flex items-center gap-1.5 whitespace-nowrap" title={hint}>
      {mark === null ? null : <i aria-hidden="true" className={`w-3.5 forced-color-adjust-none ${mark}`} />}
      <dt className="text-soft">{label}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}

function Figure({
  title,
  facts,
  children,
}: {
  readonly title: string;
  readonly facts: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Panel title={title}>
      <div className="-mx-1 flex flex-col gap-2">
        {facts}
        {children}
      </div>
    </Panel>
  );
}
