import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { words as shellWords } from '../../app/words.ts';
import { isNotFound } from '../../data/client.ts';
import { monitorQuery } from '../../data/monitors/monitors.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { MonitorView } from './monitor-view.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/monitors/$shortID');

export function MonitorPage() {
  const { shortID } = route.useParams();
  const { data: monitor, error, refetch } = useQuery(monitorQuery(shortID));
  if (monitor !== undefined) return <MonitorView key={shortID} monitor={monitor} />;
  if (error === null) return <Loading />;
  if (!isNotFound(error)) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  return (
    <EmptyState
      isPage
      icon="monitors"
      title={words.missing}
      action={
        <Link to="/monitors" className={buttonClass('primary')}>
          {shellWords.toMonitors}
        </Link>
      }
    >
      {words.missingHint}
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8 w-72 max-w-full" />
      <Skeleton className="h-6 w-full max-w-160" />
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-44 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}
