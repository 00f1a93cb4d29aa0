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
