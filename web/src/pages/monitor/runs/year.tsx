import { DAY_MS } from '@overdue/domain/time-units.ts';
import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { monitorDaysQuery } from '../../../data/runs/days.ts';
import { YearContent } from '../../../drawing/year/year-content.tsx';
import { YearPanel } from '../../../drawing/year/year-panel.tsx';
import { formatDay } from '../../../time/format-time.ts';
import { useAtEachSecond } from '../../../time/ticker.ts';
import { ownZone } from '../../../time/zone.ts';
import { words } from '../words.ts';

/** Minimum age of a monitor whose year has its own panel. The year of a younger monitor is almost blank. */
const AGE_MS_MIN = 14 * DAY_MS;

/** Minimum length of a view that shows days instead of runs, because the bars of runs would overlap. */
export const YEAR_VIEW_MS_MIN = 300 * DAY_MS;

/** The year below the runs. For a young monitor, a line that says when the year appears. */
export function YearBelow({ monitor, onOpen }: Pick<YearProps, 'monitor' | 'onOpen'>) {
  const from = Date.parse(monitor.createdAt) + AGE_MS_MIN;
  const day = useAtEachSecond((now) => (now < from ? formatDay(from, ownZone(), now) : ''));
  if (day === '') return <Year monitor={monitor} onOpen={onOpen} />;
  return <p className="text-table text-soft">{words.yearFrom(day)}</p>;
}

interface YearProps {
  readonly monitor: MonitorRow;
  /** Whether another panel contains the year, so that the year needs no panel of its own. */
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
        // In the response, the last day ends at the current time. The whole day is shown anyway.
        onOpen({ from, to: Math.max(Date.parse(day.to), from + DAY_MS) });
      }}
    />
  );
}
