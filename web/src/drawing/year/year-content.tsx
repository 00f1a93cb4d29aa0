import type { RunDay } from '@overdue/sdk';
import { EmptyState, ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import { outcomeOf } from './day-outcome.ts';
import { words } from './words.ts';
import { YearHeatmap } from './year-heatmap.tsx';
import { YearLegend } from './year-legend.tsx';
import { YearTable } from './year-table.tsx';

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
