import type { Monitor } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { monitorDaysQuery } from '../../../data/runs/days.ts';
import { YearPanel } from '../../../drawing/year/year-panel.tsx';
import { DAY_MS } from '../../../time/units.ts';
import { ownZone } from '../../../time/zone.ts';
import { words } from '../words.ts';

interface YearProps {
  readonly monitor: Monitor;
  /** Shows the runs of a day. */
  readonly onOpen: (day: { readonly from: number; readonly to: number }) => void;
}

export function Year({ monitor, onOpen }: YearProps) {
  const { data, error, refetch } = useQuery(monitorDaysQuery(monitor.shortID, ownZone()));
  return (
    <YearPanel
      label={words.yearLabel(monitor.name)}
      data={data}
      error={error}
      onRetry={() => void refetch()}
      onOpen={(day) => {
        const from = Date.parse(day.from);
        // The last day ends now, but is shown whole.
        onOpen({ from, to: Math.max(Date.parse(day.to), from + DAY_MS) });
      }}
    />
  );
}
