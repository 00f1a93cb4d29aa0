import type { Monitor, Run, Statistics } from '@overdue/sdk';
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
import { endedRuns, P95_RUNS_MIN } from './chart-points.ts';
import { DurationChart, LagChart, writeRange } from './figure-charts.tsx';
import { type FoundRange, normalRangeOf, RANGE_RUNS_MIN } from './normal-range.ts';

const PARTS = 40;

interface FiguresProps {
  readonly monitor: Monitor;
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
  const { data: newest } = useQuery(newestRunsQuery(monitor.shortID));
  const found = useMemo(() => (newest === undefined ? null : normalRangeOf(newest)), [newest]);
  const range = found?.kind === 'known' ? found.range : null;
  if (error !== null && data === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section aria-label={words.figures} className="grid gap-4 md:grid-cols-2 lg:grid-cols-[2fr_1.4fr_1fr]">
      <Figure
        title={words.duration}
        facts={
          data === undefined
            ? null
            : factsOf(data.durationP50, {
                p95: data.durationP95,
                max: data.durationMax,
                hasP95: endedRuns(data) >= P95_RUNS_MIN,
                found,
                write: formatSeconds,
              })
        }
      >
        {data === undefined ? (
          <Waiting />
        ) : (
          <DurationChart view={view} statistics={data} runs={runs} range={range} />
        )}
      </Figure>
      <Figure
        title={words.startLag}
        facts={
          data === undefined
            ? null
            : factsOf(data.startLagP50, {
                p95: data.startLagP95,
                max: null,
                hasP95: endedRuns(data) >= P95_RUNS_MIN,
                found: null,
                write: writeLag,
              })
        }
      >
        {data === undefined ? <Waiting /> : <LagChart view={view} statistics={data} runs={runs} />}
      </Figure>
      <Figure title={words.success} facts={null}>
        {data === undefined ? <Waiting /> : <Outcomes statistics={data} />}
      </Figure>
    </section>
  );
}

function factsOf(
  median: Statistics['durationP50'],
  {
    p95,
    max,
    hasP95,
    found,
    write,
  }: {
    readonly p95: Statistics['durationP95'];
    readonly max: Statistics['durationMax'];
    /** Whether there are enough runs for a 95th percentile. */
    readonly hasP95: boolean;
    readonly found: FoundRange | null;
    readonly write: (seconds: number) => string;
  },
) {
  if (median === null || p95 === null) return null;
  return (
    <dl className="numeric flex min-h-5 flex-wrap gap-x-4 px-1 text-table">
      <Fact label={words.median} mark="h-0.5 bg-accent" value={write(median)} />
      {hasP95 ? (
        <Fact label={words.p95} mark="border-t-2 border-dashed border-late" value={write(p95)} />
      ) : null}
      {found === null ? null : <RangeFact found={found} />}
      {max === null ? null : <Fact label={words.max} mark={null} value={write(max)} />}
    </dl>
  );
}

function RangeFact({ found }: { readonly found: FoundRange }) {
  if (found.kind === 'too_few')
    return (
      <div>
        <dt className="sr-only">{words.normal}</dt>
        <dd className="text-soft">{words.tooFew(found.runs, RANGE_RUNS_MIN)}</dd>
      </div>
    );
  return (
    <Fact
      label={words.normal}
      mark="h-2.5 bg-accent/15"
      value={writeRange(found.range)}
      hint={words.normalHint(found.range.runs)}
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
      {mark === null ? null : <i aria-hidden="true" className={`w-3.5 ${mark}`} />}
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
    <Panel title={title} className="last:md:max-lg:col-span-2">
      <div className="-mx-1 flex flex-col gap-2">
        {facts}
        {children}
      </div>
    </Panel>
  );
}

function Waiting() {
  return <Skeleton className="h-47 w-full" />;
}
