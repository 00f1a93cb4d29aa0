import type { Monitor } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { monitorDaysQuery } from '../../../data/runs/days.ts';
import { YearContent } from '../../../drawing/year/year-content.tsx';
import { YearPanel } from '../../../drawing/year/year-panel.tsx';
import { DAY_MS } from '../../../time/units.ts';
import { ownZone } from '../../../time/zone.ts';
import { words } from '../words.ts';

/** Minimum period in which bars of single runs would overlap. */
export const YEAR_VIEW_MS_MIN = 300 * DAY_MS;

interface YearProps {
  readonly monitor: Monitor;
  /** Whether the year is inside another panel and needs no panel. */
  readonly isInside?: boolean;
  /** Called with a day to show its runs. */
  readonly onOpen: (day: { readonly from: number; readonly to: number }) => void;
}

export function Year({ monitor, isInside = false, onOpen }: YearProps) {
  const { data, error, refetch } = useQuery(monitorDaysQuery(monitor.shortID, ownZone()));
  const Shown = isInside ? YearContent : YearPanel;
  return (
    <Shown
      label={words.yearLabel(monitor.name)}
      data={data}
      error={error}
      onRetry={() => void refetch()}
      onOpen={(day) => {
        const from = Date.parse(day.from);
        // The last day ends at the current time, but the whole day is shown.
        onOpen({ from, to: Math.max(Date.parse(day.to), from + DAY_MS) });
      }}
    />
  );
}
