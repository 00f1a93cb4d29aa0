import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ComingRunsTab } from './coming-runs-tab.tsx';
import { words } from './words.ts';
import { YearTab } from './year-tab.tsx';

const route = getRouteApi('/signed-in/shell/days');

export function CalendarPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={words.title} />
      <Tabs
        label={words.tabs}
        value={tab === 'year' ? 'year' : 'night'}
        onChange={(next) =>
          void navigate({ search: next === 'night' ? {} : { tab: next }, replace: true, resetScroll: false })
        }
        tabs={[
          { value: 'night', label: words.tab.night, content: <ComingRunsTab /> },
          { value: 'year', label: words.tab.year, content: <YearTab /> },
        ]}
      />
    </>
  );
}
