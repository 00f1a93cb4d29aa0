import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { teamDaysQuery } from '../../data/runs/days.ts';
import { writeLocalDay } from '../../drawing/year/year-layout.ts';
import { YearPanel } from '../../drawing/year/year-panel.tsx';
import { ownZone } from '../../time/zone.ts';
import { words } from './words.ts';

/** The team's runs of the past year by day. Clicking a day shows its incidents. */
export function YearTab() {
  const zone = ownZone();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(teamDaysQuery(zone));
  return (
    <div className="pt-4">
      <YearPanel
        label={words.yearLabel}
        data={data}
        error={error}
        onRetry={() => void refetch()}
        onOpen={({ from }) =>
          void navigate({ to: '/incidents', search: { day: writeLocalDay(Date.parse(from), zone) } })
        }
      />
    </div>
  );
}
