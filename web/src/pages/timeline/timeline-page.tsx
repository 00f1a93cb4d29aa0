import { DAY_MS } from '@overdue/domain/time-units.ts';
import { type ListView, NO_FILTERS, searchOf, viewOf } from '@overdue/domain/views/list-view.ts';
import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { usePendingDeletions } from '../../data/monitors/deletions.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { useListing } from '../../data/use-listing.ts';
import { Legend } from '../../drawing/legend.tsx';
import { useView } from '../../drawing/use-view.ts';
import { ViewControls, ViewRange } from '../../drawing/view-controls.tsx';
import { MonitorFilters } from '../../monitor/monitor-filters.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useSearchText } from '../../ui/form/use-search-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { MonitorTimelines } from './monitor-timelines.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/timeline');
/** Project names don't affect the order on this page. */
const NO_NAMES: ReadonlyMap<string, string> = new Map();

export function TimelinePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(monitorsQuery);
  const pendingDeletions = usePendingDeletions();
  const [isFrozen, setFrozen] = useState(false);
  const { data: projects = [] } = useQuery(projectsQuery);
  const { zoom, at, ...filters } = search;
  const [text, setText] = useSearchText(filters.q ?? '', (q) => changeView({ q }));
  const viewKey = JSON.stringify({ ...filters, q: useDeferredValue(text) });
  const view = useMemo(() => viewOf(JSON.parse(viewKey)), [viewKey]);
  const shownMonitors = useMemo(
    () => (data?.monitors ?? []).filter(({ shortID }) => !pendingDeletions.has(shortID)),
    [data?.monitors, pendingDeletions],
  );
  const { rows, counts } = useListing(shownMonitors, view, NO_NAMES);
  const listed = useMemo(() => rows.map(({ monitor }) => monitor), [rows]);
  const monitors = useFrozenRows(listed, { isFrozen });
  const changeView = (change: Partial<ListView>): void =>
    void navigate({
      search: (before) => ({
        zoom: before.zoom,
        at: before.at,
        ...searchOf({ ...view, q: text, ...change }),
      }),
      replace: true,
      resetScroll: false,
    });
  const timeline = useView(
    { zoom, at },
    DAY_MS,
    (change) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
  );

  const clear = () => changeView(NO_FILTERS);
  return (
    <>
      <PageHeader
        title={words.title}
        summary={
          data === undefined ? null : (
            <span className="numeric text-soft">{words.shown(monitors.length, shownMonitors.length)}</span>
          )
        }
        actions={<ViewControls timeline={timeline} />}
      />
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <MonitorFilters
          view={view}
          text={text}
          onText={setText}
          onChange={changeView}
          monitors={shownMonitors}
          projects={projects}
          counts={counts}
        />
        <span className="ml-auto">
          <ViewRange view={timeline.view} />
        </span>
      </div>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : shownMonitors.length === 0 ? (
        <NoMonitors />
      ) : monitors.length === 0 ? (
        <EmptyState icon="filter" title={words.none} action={<Button onClick={clear}>{words.clear}</Button>}>
          {words.noneHint}
        </EmptyState>
      ) : (
        <>
          <MonitorTimelines monitors={monitors} timeline={timeline} onFreeze={setFrozen} />
          <div className="pt-3">
            <Legend />
          </div>
        </>
      )}
    </>
  );
}

function NoMonitors() {
  const mayChange = useHasRole('member');
  return (
    <EmptyState
      icon="timeline"
      title={words.empty}
      action={
        mayChange ? (
          <Link to="/monitors/new" className={buttonClass('primary')}>
            <Icon name="plus" />
            {words.create}
          </Link>
        ) : null
      }
    >
      {words.emptyHint}
    </EmptyState>
  );
}

const ROWS = 12;

function Loading() {
  return (
    <div className="flex flex-col gap-1">
      {Array.from({ length: ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity.
        <Skeleton key={index} className="h-9 w-full" />
      ))}
    </div>
  );
}

/** Returns the rows to show. While the order is frozen, visible rows stay in place and new rows follow. */
function useFrozenRows(
  monitors: readonly MonitorRow[],
  { isFrozen }: { readonly isFrozen: boolean },
): readonly MonitorRow[] {
  const shown = useRef<readonly string[]>([]);
  const ordered = isFrozen ? inOrderOf(monitors, shown.current) : monitors;
  shown.current = ordered.map(({ shortID }) => shortID);
  return ordered;
}

function inOrderOf(monitors: readonly MonitorRow[], shown: readonly string[]): readonly MonitorRow[] {
  const byID = new Map(monitors.map((monitor) => [monitor.shortID, monitor]));
  const kept = shown.flatMap((shortID) => {
    const monitor = byID.get(shortID);
    byID.delete(shortID);
    return monitor === undefined ? [] : [monitor];
  });
  return [...kept, ...byID.values()];
}
