import type { Monitor, Project } from '@overdue/sdk';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Row } from '../../data/monitors/monitor-rows.ts';
import { isNarrowed, searchOf, toggled, type View, viewOf } from '../../data/monitors/monitor-view.ts';
import type { MonitorList as MonitorListData } from '../../data/monitors/monitors.ts';
import { useListing } from '../../data/use-listing.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useHeight } from '../../ui/use-height.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useSearchText } from '../../ui/use-search-text.ts';
import type { PendingAction } from './bulk/bulk-action-dialog.tsx';
import { BulkBar, type BulkCommand } from './bulk/bulk-bar.tsx';
import { NOTHING, type Selection, withAll, withoutGone, withRange, withToggled } from './bulk/selection.ts';
import { UNDO_MAX, useBulk } from './bulk/use-bulk.ts';
import { BESIDE_QUERY, CARDS_QUERY } from './columns.ts';
import { NoMatch, OrderChip } from './list-notes.tsx';
import { type ListHandle, MonitorList } from './monitor-list.tsx';
import { StatusCounts } from './status-counts.tsx';
import { Toolbar } from './toolbar.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useOrder } from './use-order.ts';
import { useRowsByID, useStable } from './use-rows.ts';
import { words } from './words.ts';

// Loaded on demand, because most visits don't open a dialog.
const BulkActionDialog = lazy(async () => ({
  default: (await import('./bulk/bulk-action-dialog.tsx')).BulkActionDialog,
}));
const DetailPanel = lazy(async () => ({ default: (await import('./detail-panel.tsx')).DetailPanel }));
const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog.tsx')).Dialog }));

const route = getRouteApi('/signed-in/shell/monitors');

/** Height of the toolbar, below which the list header sticks. */
const TOOLBAR_HEIGHT = 52;

interface MonitorsViewProps {
  readonly list: MonitorListData;
  readonly projects: readonly Project[];
  readonly leaving: ReadonlySet<string>;
  readonly mayChange: boolean;
  readonly create: ReactNode;
}

export function MonitorsView({ list, projects, leaving, mayChange, create }: MonitorsViewProps) {
  const { open, ...search } = route.useSearch();
  const navigate = useNavigate({ from: '/monitors' });
  const [text, setText] = useSearchText(search.q ?? '', (q) => changeView({ q }));
  const viewKey = JSON.stringify({ ...search, q: useDeferredValue(text) });
  const view = useMemo(() => viewOf(JSON.parse(viewKey)), [viewKey]);
  const monitors = useMemo(
    () => (leaving.size === 0 ? list.monitors : list.monitors.filter(({ shortID }) => !leaving.has(shortID))),
    [list.monitors, leaving],
  );
  const projectNames = useMemo(
    () => new Map(projects.map(({ shortID, name }) => [shortID, name])),
    [projects],
  );
  const listing = useListing(monitors, view, projectNames);
  const rowsByID = useRowsByID(monitors, listing.rows);
  const find = (shortID: string): Row | undefined => rowsByID(shortID);

  const area = useRef<HTMLDivElement>(null);
  const held = useOrder(listing.rows, viewKey, {
    area,
    leaving,
    exists: (id) => find(id) !== undefined,
  });
  const { order } = held;
  const [stored, setSelection] = useState<Selection>(NOTHING);
  const selection = withoutGone(stored, (id) => find(id) !== undefined);
  const [current, setCurrent] = useState<string | null>(null);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const handle = useRef<ListHandle>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const isBeside = useMedia(BESIDE_QUERY);
  const isCards = useMedia(CARDS_QUERY);
  const bulk = useBulk();
  const toolbar = useRef<HTMLDivElement>(null);
  const toolbarHeight = useHeight(toolbar, TOOLBAR_HEIGHT);

  const changeView = (change: Partial<View>): void =>
    void navigate({
      search: { ...searchOf({ ...view, q: text, ...change }), ...(open === undefined ? {} : { open }) },
      replace: true,
      // The reader may have scrolled before the URL updates.
      resetScroll: false,
    });
  const setOpen = (shortID: string | undefined): void =>
    void navigate({
      search: { ...searchOf(view), ...(shortID === undefined ? {} : { open: shortID }) },
      replace: true,
      resetScroll: false,
    });
  const goTo = (shortID: string): void => void navigate({ to: '/monitors/$shortID', params: { shortID } });
  const actions = useStable({
    open: goTo,
    peek: (shortID) => {
      if (isBeside) setOpen(open === shortID ? undefined : shortID);
      else goTo(shortID);
    },
    toggle: (shortID) => {
      if (mayChange) setSelection((last) => withToggled(last, shortID));
    },
    selectTo: (shortID) => {
      if (mayChange) setSelection((last) => withRange(last, shortID, order));
    },
    filterProject: (shortID) => changeView({ projects: [shortID] }),
    filterTag: (tag) => changeView({ tags: view.tags.includes(tag) ? view.tags : [...view.tags, tag] }),
  });

  const chosen = useMemo(
    () =>
      [...selection.chosen].flatMap((shortID) => {
        const row = rowsByID(shortID);
        return row === undefined ? [] : [row.monitor];
      }),
    [selection, rowsByID],
  );
  const clear = (): void => setSelection(NOTHING);
  function command(name: BulkCommand, those: readonly Monitor[]): void {
    if (those.length === 0 || !mayChange) return;
    if (name === 'pause' || name === 'resume') {
      const touched = those.filter(({ paused }) => paused === (name === 'resume'));
      void bulk.run(touched, { type: name });
    } else if (name === 'delete' && those.length <= UNDO_MAX) {
      bulk.remove(those);
    } else {
      setPending({ command: name, monitors: those });
    }
  }
  const togglePause = (those: readonly Monitor[]): void =>
    command(those.some(({ paused }) => !paused) ? 'pause' : 'resume', those);

  const move = useListKeys({
    order,
    current,
    chosen,
    find,
    open,
    mayChange,
    handle,
    onSearch: () => {
      window.scrollTo({ top: 0 });
      searchField.current?.focus();
      searchField.current?.select();
    },
    onOpen: setOpen,
    onToggle: actions.toggle,
    onAll: () => setSelection((last) => withAll(last, order)),
    onClear: chosen.length > 0 ? clear : undefined,
    onRefresh: held.waiting === null ? undefined : held.refresh,
    onPause: togglePause,
    onCommand: command,
  });

  const opened = open === undefined ? undefined : find(open);
  const panel =
    opened === undefined ? null : (
      <DetailPanel
        monitor={opened.monitor}
        status={opened.status}
        project={projectNames.get(opened.monitor.projectShortID) ?? ''}
        mayChange={mayChange}
        onClose={() => setOpen(undefined)}
        onPause={() => togglePause([opened.monitor])}
        onMute={() => command('mute', [opened.monitor])}
        bare={!isBeside}
      />
    );
  const counts = (
    <StatusCounts
      counts={listing.counts}
      chosen={view.statuses}
      onToggle={(status) => changeView({ statuses: toggled(view.statuses, status) })}
    />
  );
  const { used, allowance, remaining } = list.usage.monitors;
  const usage = (
    <span
      title={words.usageHint(remaining)}
      className={`numeric shrink-0 text-table ${remaining === 0 ? 'font-medium text-failing' : 'text-soft'}`}
    >
      {words.usage(used, allowance)}
    </span>
  );
  return (
    <>
      <PageHeader
        title={words.title}
        summary={isBeside ? counts : null}
        actions={
          <>
            {isBeside ? usage : null}
            {create}
          </>
        }
      />
      {isBeside ? null : (
        <div className="-ml-2 -mt-2 flex items-center justify-between gap-2 pb-2 max-md:-ml-1">
          {counts}
          {usage}
        </div>
      )}
      <div ref={toolbar} className="z-20 -mx-2 bg-ground px-2 pb-3 md:sticky md:top-0 md:pt-2">
        <Toolbar
          view={view}
          text={text}
          onText={setText}
          onChange={changeView}
          monitors={monitors}
          projects={projects}
          counts={listing.counts}
          searchRef={searchField}
        />
      </div>
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <div ref={area} className="relative overflow-clip rounded-lg border border-line bg-panel">
            {held.waiting === null || order.length === 0 ? null : (
              <OrderChip waiting={held.waiting} onRefresh={held.refresh} />
            )}
            {order.length === 0 ? (
              <NoMatch
                total={monitors.length}
                {...(isNarrowed(view)
                  ? { onClear: () => changeView({ q: '', projects: [], statuses: [], tags: [] }) }
                  : {})}
              />
            ) : (
              <MonitorList
                ref={handle}
                order={order}
                find={find}
                projectNames={projectNames}
                current={current}
                open={open}
                chosen={selection.chosen}
                maySelect={mayChange}
                actions={actions}
                onAll={(isAll) => setSelection(isAll ? withAll(selection, order) : NOTHING)}
                onCurrent={setCurrent}
                onMove={move}
                headerTop={isCards ? 0 : toolbarHeight}
              />
            )}
          </div>
          {chosen.length === 0 ? null : (
            <BulkBar
              chosen={chosen}
              shown={order.length}
              onCommand={(name) => command(name, chosen)}
              onAll={() => setSelection((last) => withAll(last, order))}
              onClear={clear}
            />
          )}
        </div>
        {isBeside && panel !== null && opened !== undefined ? (
          <aside
            aria-label={words.panel.title(opened.monitor.name)}
            className="sticky top-13 max-h-[calc(100dvh-68px)] w-100 shrink-0 overflow-y-auto rounded-lg border border-line bg-panel p-4"
          >
            <Suspense fallback={null}>{panel}</Suspense>
          </aside>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {words.shown(listing.rows.length)}
      </p>
      <Suspense fallback={null}>
        {isBeside || panel === null || opened === undefined ? null : (
          <Dialog open onClose={() => setOpen(undefined)} title={opened.monitor.name}>
            {panel}
          </Dialog>
        )}
        {pending === null ? null : (
          <BulkActionDialog
            pending={pending}
            projects={projects}
            monitors={monitors}
            onClose={() => setPending(null)}
            bulk={bulk}
          />
        )}
      </Suspense>
    </>
  );
}
