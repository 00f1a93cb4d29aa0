import type { RunDay } from '@overdue/sdk';
import { useState } from 'react';
import { Switch } from '../../ui/form/switch.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import { outcomeOf } from './day-outcome.ts';
import { words } from './words.ts';
import { YearHeatmap } from './year-heatmap.tsx';
import { YearLegend } from './year-legend.tsx';
import { YearTable } from './year-table.tsx';

interface YearPanelProps {
  /** Name of the drawing for screen readers. */
  readonly label: string;
  readonly data: { readonly days: readonly RunDay[]; readonly truncated: boolean } | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onOpen: (day: RunDay) => void;
}

/** The past year by day, as a drawing or a table. */
export function YearPanel({ label, data, error, onRetry, onOpen }: YearPanelProps) {
  const [isTable, setTable] = useState(false);
  const isEmpty = data?.days.every((day) => outcomeOf(day) === 'none') ?? false;
  return (
    <Panel
      title={words.title}
      actions={<Switch checked={isTable} onChange={setTable} label={words.asTable} />}
      flush={isTable && !isEmpty && data !== undefined}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <ErrorState error={error} onRetry={onRetry} />
        )
      ) : isEmpty ? (
        <EmptyState icon="calendar" title={words.none}>
          {words.noneHint}
        </EmptyState>
      ) : isTable ? (
        <YearTable days={data.days} onOpen={onOpen} />
      ) : (
        <div className="flex flex-col gap-3">
          {data.truncated ? <Notice kind="warning">{words.truncated}</Notice> : null}
          <YearHeatmap label={label} days={data.days} onOpen={onOpen} />
          <YearLegend />
        </div>
      )}
    </Panel>
  );
}
