import type { RunDay } from '@overdue/sdk';
import { formatShare } from '../../data/runs/run-share.ts';
import { formatMs } from '../../time/format-duration.ts';
import { ownZone } from '../../time/zone.ts';
import { EmptyState, ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { CELL, DayCell } from './day-cell.tsx';
import { countJudgedOn, outcomeOf } from './day-outcome.ts';
import { words, writeDay } from './words.ts';
import { YearHeatmap } from './year-heatmap.tsx';

const { columns: titles } = words;

export interface YearContentProps {
  /** Name of the drawing for screen readers. */
  readonly label: string;
  readonly data: { readonly days: readonly RunDay[]; readonly truncated: boolean } | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onOpen: (day: RunDay) => void;
}

export function YearContent({
  label,
  data,
  error,
  onRetry,
  onOpen,
  isTable = false,
}: YearContentProps & { readonly isTable?: boolean }) {
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-40 w-full" />
    ) : (
      <ErrorState error={error} onRetry={onRetry} />
    );
  if (data.days.every((day) => outcomeOf(day) === 'none'))
    return (
      <EmptyState icon="calendar" title={words.none}>
        {words.noneHint}
      </EmptyState>
    );
  if (isTable) return <YearTable days={data.days} onOpen={onOpen} />;
  return (
    <div className="flex flex-col gap-3">
      {data.truncated ? <Notice kind="warning">{words.truncated}</Notice> : null}
      <YearHeatmap label={label} days={data.days} onOpen={onOpen} />
      <YearLegend />
    </div>
  );
}

const SAMPLES = [
  { name: 'none', outcome: 'none', badShare: 0 },
  { name: 'good', outcome: 'good', badShare: 0 },
  { name: 'late', outcome: 'late', badShare: 0 },
  { name: 'few', outcome: 'bad', badShare: 0.02 },
  { name: 'some', outcome: 'bad', badShare: 0.4 },
  { name: 'all', outcome: 'bad', badShare: 1 },
  { name: 'unknown', outcome: 'unknown', badShare: 0 },
] as const;

function YearLegend() {
  return (
    <ul aria-label={words.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      {SAMPLES.map(({ name, outcome, badShare }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg viewBox={`-1 -1 ${CELL + 2} ${CELL + 2}`} aria-hidden="true" className="size-3.5">
            <DayCell outcome={outcome} badShare={badShare} />
          </svg>
          {words.outcomes[name]}
        </li>
      ))}
    </ul>
  );
}

function count(key: 'succeeded' | 'failed' | 'missed' | 'late' | 'unknown'): Column<RunDay> {
  return {
    key,
    title: titles[key],
    align: 'right',
    cell: (day) => (day[key] === 0 ? words.nothing : day[key].toLocaleString('en')),
  };
}

function YearTable({
  days,
  onOpen,
}: {
  readonly days: readonly RunDay[];
  readonly onOpen: (day: RunDay) => void;
}) {
  const zone = ownZone();
  const rows = days.filter((day) => outcomeOf(day) !== 'none').toReversed();
  const columns: readonly Column<RunDay>[] = [
    {
      key: 'day',
      title: titles.day,
      isUnlabelled: true,
      cell: (day) => (
        <button
          type="button"
          className="text-accent underline-offset-2 hover:underline"
          onClick={() => onOpen(day)}
        >
          {writeDay(day, zone)}
        </button>
      ),
    },
    {
      key: 'share',
      title: titles.share,
      align: 'right',
      cell: (day) =>
        countJudgedOn(day) === 0 ? words.nothing : formatShare(day.succeeded / countJudgedOn(day)),
    },
    ...(['succeeded', 'failed', 'missed', 'late', 'unknown'] as const).map(count),
    {
      key: 'down',
      title: titles.down,
      align: 'right',
      cell: (day) => (day.downSeconds === 0 ? words.nothing : formatMs(day.downSeconds * 1000)),
    },
  ];
  return (
    <div className="max-h-120 overflow-y-auto">
      <Table label={words.table} columns={columns} rows={rows} rowKey={({ from }) => from} />
    </div>
  );
}
