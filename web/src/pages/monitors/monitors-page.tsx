import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { usePendingDeletions } from '../../data/monitors/deletions.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { viewsQuery } from '../../data/monitors/views.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { MonitorsView } from './monitors-view.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/monitors');

/** Maximum number of monitors at which a team still sees its first steps. More than the jobs in a typical crontab. */
const FEW = 25;

const Checklist = lazy(async () => ({
  default: (await import('../../first-steps/checklist.tsx')).Checklist,
}));
const FirstMonitor = lazy(async () => ({ default: (await import('./first-monitor.tsx')).FirstMonitor }));

export function MonitorsPage() {
  const { data, error, refetch } = useQuery(monitorsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const mayChange = useHasRole('member');
  const pendingDeletions = usePendingDeletions();
  const { view } = route.useSearch();
  const { isPending: isViewPending } = useQuery(viewsQuery);
  if (data === undefined && error !== null) {
    return (
      <>
        <PageHeader title={words.title} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  if (data === undefined || (view !== undefined && isViewPending)) {
    return (
      <>
        <PageHeader title={words.title} />
        <div className="h-10" />
        <ListSkeleton />
      </>
    );
  }
  if (data.monitors.length === 0) {
    return (
      <>
        <PageHeader title={words.title} />
        <Suspense fallback={null}>
          <FirstMonitor mayCreate={mayChange} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <MonitorsView
        list={data}
        projects={projects}
        pendingDeletions={pendingDeletions}
        mayChange={mayChange}
        create={<CreateLink mayCreate={mayChange} />}
      />
      {data.monitors.length > FEW ? null : (
        <Suspense fallback={null}>
          <div className="pt-4">
            <Checklist />
          </div>
        </Suspense>
      )}
    </>
  );
}

function CreateLink({ mayCreate }: { readonly mayCreate: boolean }) {
  if (!mayCreate) return null;
  return (
    <Link to="/monitors/new" className={buttonClass('primary')}>
      <Icon name="plus" />
      {words.create}
    </Link>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

function ListSkeleton() {
  return (
    <div className="rounded-lg border border-line bg-panel">
      <div className="h-9 border-b border-line" />
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-(--row-height) items-center gap-3 border-b border-line px-4 last:border-0 max-md:h-26"
        >
          <Skeleton className="size-3" />
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="ml-auto h-3.5 w-1/5" />
        </div>
      ))}
    </div>
  );
}
