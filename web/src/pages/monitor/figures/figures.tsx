import type { Monitor, Run, Statistics } from '@overdue/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { statisticsQuery } from '../../../data/runs/spans.ts';
import { writeLag } from '../../../drawing/runs/run-details.tsx';
import type { TimelineView } from '../../../drawing/use-view.ts';
import { formatSeconds } from '../../../time/format-duration.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Outcomes } from '../runs/outcomes.tsx';
import { words } from '../words.ts';
import { DurationChart, LagChart } from './figure-charts.tsx';

const PARTS = 40;

interface FiguresProps {
  readonly monitor: Monitor;
  readonly timeline: TimelineView;
  readonly runs: readonly Run[];
}

export function Figures({ monitor, timeline, runs }: FiguresProps) {
  const { view } = timeline;
  const part = (view.to - view.from) / PARTS;
  // Aligned, so that small moves need no new request.
  const span = { from: Math.floor(view.from / part) * part, to: Math.ceil(view.to / part) * part };
  const query = statisticsQuery(
    monitor.shortID,
    { from: Math.round(span.from), to: Math.round(span.to) },
    PARTS + 1,
  );
  const { data, error, refetch } = useQuery({ ...query, placeholderData: keepPreviousData });
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
                write: formatSeconds,
              })
        }
      >
        {data === undefined ? <Waiting /> : <DurationChart view={view} statistics={data} runs={runs} />}
      </Figure>
      <Figure
        title={words.startLag}
        facts={
          data === undefined
            ? null
            : factsOf(data.startLagP50, { p95: data.startLagP95, max: null, write: writeLag })
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
    write,
  }: {
    readonly p95: Statistics['durationP95'];
    readonly max: Statistics['durationMax'];
    readonly write: (seconds: number) => string;
  },
) {
  if (median === null || p95 === null) return null;
  return (
    <dl className="numeric flex min-h-5 flex-wrap gap-x-4 px-1 text-table">
      <Fact label={words.median} mark="h-0.5 bg-accent" value={write(median)} />
      <Fact label={words.p95} mark="border-t-2 border-dashed border-late" value={write(p95)} />
      {max === null ? null : <Fact label={words.max} mark={null} value={write(max)} />}
    </dl>
  );
}

function Fact({
  label,
  mark,
  value,
}: {
  readonly label: string;
  readonly mark: string | null;
  readonly value: string;
}) {
  return (
    <div className="flex items-center gap-1.5 whitespace-nowrap">
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
