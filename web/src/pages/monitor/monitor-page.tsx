import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { words as shellWords } from '../../app/words.ts';
import { isNotFound } from '../../data/client.ts';
import { useDeletionState } from '../../data/monitors/deletion-state.ts';
import { undoDeletionOf } from '../../data/monitors/deletions.ts';
import { monitorQuery, useMonitorRow } from '../../data/monitors/monitors.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { MonitorView } from './monitor-view.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/monitors/$shortID');

export function MonitorPage() {
  const { shortID } = route.useParams();
  const { data, error, refetch } = useQuery(monitorQuery(shortID));
  const listed = useMonitorRow(shortID);
  // The page opens with the row of the list. Only the parts that show other settings wait for the complete monitor.
  const monitor = data ?? listed;
  const deletion = useDeletionState(shortID);
  const isMissing = isNotFound(error);
  if (monitor !== undefined) {
    if (deletion === 'deleted' || isMissing)
      return <Gone title={words.gone(monitor.name)} hint={words.goneHint} />;
    if (deletion === 'pending') return <LeavingMonitor monitor={monitor} />;
    return <MonitorView key={shortID} monitor={monitor} />;
  }
  if (deletion === 'deleted' || isMissing) return <Gone title={words.missing} hint={words.missingHint} />;
  if (error === null) return <Loading />;
  return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
}

function Gone({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <div role="status">
      <EmptyState
        isPage
        icon="monitors"
        title={title}
        action={
          <Link to="/monitors" className={buttonClass('primary')}>
            {shellWords.toMonitors}
          </Link>
        }
      >
        {hint}
      </EmptyState>
    </div>
  );
}

/** Page of a monitor whose deletion can still be undone, even if another tab of this browser deleted the monitor. */
function LeavingMonitor({ monitor }: { readonly monitor: MonitorRow }) {
  return (
    <div role="status">
      <EmptyState
        isPage
        icon="trash"
        title={words.leaving(monitor.name)}
        action={
          <Button variant="primary" onClick={() => undoDeletionOf(monitor.shortID)}>
            {words.keep}
          </Button>
        }
      >
        {words.leavingHint}
      </EmptyState>
    </div>
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
