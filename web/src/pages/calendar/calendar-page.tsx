import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { teamDaysQuery } from '../../data/runs/days.ts';
import { writeLocalDay } from '../../drawing/year/year-layout.ts';
import { YearPanel } from '../../drawing/year/year-panel.tsx';
import { ownZone } from '../../time/zone.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ComingRunsTab } from './coming-runs-tab.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/days');

export function CalendarPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={words.title} />
      <Tabs
        label={words.tabs}
        value={tab === 'year' ? 'year' : 'coming'}
        onChange={(next) =>
          void navigate({ search: next === 'coming' ? {} : { tab: next }, replace: true, resetScroll: false })
        }
        tabs={[
          { value: 'coming', label: words.tab.coming, content: <ComingRunsTab /> },
          { value: 'year', label: words.tab.year, content: <YearTab /> },
        ]}
      />
    </>
  );
}

/** The team's runs of the past year by day. Clicking a day shows its incidents. */
function YearTab() {
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
