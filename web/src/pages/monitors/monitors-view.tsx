import { isNarrowed, NO_FILTERS, STATUSES_WORST_FIRST, toggled } from '@overdue/domain/views/list-view.ts';
import type { Project, Status } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import type { MonitorListData } from '../../data/live/monitor-list.ts';
import type { Row } from '../../data/use-listing.ts';
import { STATUS_TEXT, StatusShape } from '../../monitor/status.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Notice } from '../../ui/states.tsx';
import { useHeight } from '../../ui/window/use-height.ts';
import { useMedia } from '../../ui/window/use-media.ts';
import { words as ui } from '../../ui/words.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { CARDS_QUERY } from './columns.ts';
import { MonitorList } from './monitor-list.tsx';
import { Toolbar } from './toolbar.tsx';
import { type MonitorsViewState, useMonitorsView } from './use-monitors-view.ts';
import { words } from './words.ts';

// Loaded on demand, because most visits don't open a dialog.
const BulkActionDialog = lazy(async () => ({
  default: (await import('./bulk/bulk-action-dialog.tsx')).BulkActionDialog,
}));
const DetailPanel = lazy(async () => ({ default: (await import('./detail-panel.tsx')).DetailPanel }));
const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog/dialog.tsx')).Dialog }));

/** Height of the toolbar. The list header sticks below it. */
const TOOLBAR_HEIGHT = 52;

interface MonitorsViewProps {
  readonly list: MonitorListData;
  readonly projects: readonly Project[];
  readonly pendingDeletions: ReadonlySet<string>;
  readonly mayChange: boolean;
  readonly create: ReactNode;
}

export function MonitorsView(props: MonitorsViewProps) {
  const { list, projects, mayChange, create } = props;
  const state = useMonitorsView(props);
  const { search, monitors, listing, commands, isBeside, opened } = state;
  const toolbar = useRef<HTMLDivElement>(null);
  const toolbarHeight = useHeight(toolbar, TOOLBAR_HEIGHT);
  const panel = opened === undefined ? null : <Panel state={state} row={opened} mayChange={mayChange} />;
  return (
    <>
      <MonitorsHeader list={list} state={state} create={create} />
      <div ref={toolbar} className="z-20 -mx-2 bg-ground px-2 pb-3 md:sticky md:top-0 md:pt-2">
        <Toolbar
          search={search}
          monitors={monitors}
          projects={projects}
          counts={listing.counts}
          searchRef={state.searchField}
        />
      </div>
      {search.isMissing ? <MissingView /> : null}
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <ListArea state={state} mayChange={mayChange} toolbarHeight={toolbarHeight} />
        </div>
        {isBeside && opened !== undefined ? (
          <aside
            aria-label={words.panel.title(opened.monitor.name)}
            className="sticky top-13 max-h-[calc(100dvh-68px)] w-100 shrink-0 2xl:w-130 overflow-y-auto rounded-lg border border-line bg-panel p-4"
          >
            <Suspense fallback={null}>{panel}</Suspense>
          </aside>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {words.shown(listing.rows.length)}
      </p>
      <p role="status" className="sr-only">
        {state.waiting === null ? '' : words.orderAnnounced}
      </p>
      <Suspense fallback={null}>
        {isBeside || opened === undefined ? null : (
          <Dialog open onClose={() => search.setOpenID(undefined)} title={opened.monitor.name}>
            {panel}
          </Dialog>
        )}
        {commands.pending === null ? null : (
          <BulkActionDialog
            pending={commands.pending}
            projects={projects}
            monitors={monitors}
            onClose={commands.endPending}
            bulk={commands.bulk}
          />
        )}
      </Suspense>
    </>
  );
}

function MissingView() {
  return (
    <div className="pb-3">
      <Notice kind="warning">
        {words.views.missing}{' '}
        <Link to="/monitors" className="link">
          {words.views.showAll}
        </Link>
      </Notice>
    </div>
  );
}

interface ListAreaProps {
  readonly state: MonitorsViewState;
  readonly mayChange: boolean;
  readonly toolbarHeight: number;
}

function ListArea({ state, mayChange, toolbarHeight }: ListAreaProps) {
  const { search, order, waiting, commands, selectAll } = state;
  const { selected, selection, clear } = commands;
  const isCards = useMedia(CARDS_QUERY);
  function focusRow(): void {
    const row = state.groups.lines.indexOf(state.currentID ?? selected[0]?.shortID ?? '');
    if (row !== -1) state.handle.current?.goTo(row);
  }
  return (
    <>
      <div ref={state.area} className="relative overflow-clip rounded-lg border border-line bg-panel">
        {order.length === 0 ? (
          <NoMatch
            total={state.monitors.length}
            {...(isNarrowed(search.view) ? { onClear: () => search.changeView(NO_FILTERS) } : {})}
          />
        ) : (
          <MonitorList
            ref={state.handle}
            order={state.groups.lines}
            groups={state.groups}
            find={state.find}
            projectNames={state.projectNames}
            currentID={state.currentID}
            openID={search.openID}
            selected={selection.selected}
            maySelect={mayChange}
            actions={state.actions}
            onAll={(isAll) => (isAll ? selectAll() : clear())}
            onCurrent={state.setCurrentID}
            onMove={state.move}
            sort={search.view.sort}
            onSort={(sort) => search.changeView({ sort })}
            orderChip={
              waiting === null ? null : (
                <OrderChip waiting={waiting} isFloating={isCards} onRefresh={state.refresh} />
              )
            }
            headerTop={isCards ? 0 : toolbarHeight}
          />
        )}
      </div>
      {selected.length === 0 ? null : (
        <BulkBar
          selected={selected}
          shown={order.length}
          onCommand={(name) => {
            // A deletion removes the toolbar, so the focus moves to the rows first.
            if (name === 'delete') focusRow();
            commands.command(name, selected);
          }}
          onAll={selectAll}
          onClear={() => {
            focusRow();
            clear();
          }}
        />
      )}
    </>
  );
}

interface PanelProps {
  readonly state: MonitorsViewState;
  readonly row: Row;
  readonly mayChange: boolean;
}

function Panel({ state, row: { monitor, status }, mayChange }: PanelProps) {
  const { commands, search } = state;
  return (
    <DetailPanel
      monitor={monitor}
      status={status}
      project={state.projectNames.get(monitor.projectShortID) ?? ''}
      mayChange={mayChange}
      onClose={() => search.setOpenID(undefined)}
      onAcknowledge={() => commands.command('acknowledge', [monitor])}
      onPause={() => commands.togglePause([monitor])}
      onMute={() => commands.command('mute', [monitor])}
      bare={!state.isBeside}
    />
  );
}

interface MonitorsHeaderProps {
  readonly list: MonitorListData;
  readonly state: MonitorsViewState;
  readonly create: ReactNode;
}

function MonitorsHeader({ list, state, create }: MonitorsHeaderProps) {
  const { search, listing, isBeside } = state;
  const { used, allowance, remaining } = list.usage.monitors;
  const counts = (
    <StatusCounts
      counts={listing.counts}
      selected={search.view.statuses}
      onToggle={(status) => search.changeView({ statuses: toggled(search.view.statuses, status) })}
    />
  );
  const usage = (
    <span
      title={words.usageHint(remaining)}
      // On phones, the allowance is hidden until it is used up.
      className={`numeric shrink-0 text-table ${remaining === 0 ? 'font-medium text-failing' : 'text-soft max-md:hidden'}`}
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
        <div className="-ml-2 -mt-2 flex items-center justify-between gap-2 pb-2 max-md:-ml-0.5">
          {counts}
          {usage}
        </div>
      )}
    </>
  );
}

interface StatusCountsProps {
  readonly counts: Readonly<Record<Status, number>>;
  readonly selected: readonly Status[];
  readonly onToggle: (status: Status) => void;
}

/** Buttons that filter by status. A button whose count is zero is hidden, unless the button is selected. */
function StatusCounts({ counts, selected, onToggle }: StatusCountsProps) {
  const shown = STATUSES_WORST_FIRST.filter((status) => counts[status] > 0 || selected.includes(status));
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1 max-md:flex-nowrap max-md:overflow-x-auto max-md:p-0.5">
      <legend className="sr-only">{words.counts}</legend>
      {shown.map((status) => (
        <button
          key={status}
          type="button"
          title={ui.status[status]}
          aria-pressed={selected.includes(status)}
          onClick={() => onToggle(status)}
          className={classNames(
            'numeric inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border px-2 text-table whitespace-nowrap max-md:h-10',
            selected.includes(status)
              ? 'border-accent bg-accent-wash'
              : 'border-transparent hover:border-line hover:bg-hover max-md:border-line max-md:bg-panel',
          )}
        >
          <StatusShape status={status} silent />
          <span className={classNames('font-medium', counts[status] > 0 && STATUS_TEXT[status])}>
            {counts[status].toLocaleString('en')}
          </span>
          <span className="text-soft">{ui.status[status].toLowerCase()}</span>
        </button>
      ))}
    </fieldset>
  );
}

function NoMatch({ total, onClear }: { readonly total: number; readonly onClear?: () => void }) {
  return (
    <EmptyState
      icon="search"
      title={total === 0 ? words.noMatch.none : words.noMatch.title}
      action={onClear === undefined ? null : <Button onClick={onClear}>{words.noMatch.clear}</Button>}
    >
      {total === 0 ? words.noMatch.deleting : words.noMatch.hint(total)}
    </EmptyState>
  );
}

interface OrderChipProps {
  /** Number of rows that are not shown yet. */
  readonly waiting: number;
  /** Whether the button floats over the list. Otherwise, the button is part of the list's header. */
  readonly isFloating: boolean;
  readonly onRefresh: () => void;
}

/** Button that updates the order of the list. */
function OrderChip({ waiting, isFloating, onRefresh }: OrderChipProps) {
  const button = (
    <button
      type="button"
      onClick={onRefresh}
      className={classNames(
        'inline-flex min-w-0 items-center gap-1.5 rounded-full border border-line bg-panel text-xs text-soft hover:text-ink',
        isFloating ? 'pointer-events-auto mt-1 h-10 px-3 shadow-raised' : 'h-6 px-2',
      )}
    >
      <Icon name="refresh" className="size-3.5 shrink-0" />
      <span className="truncate">{waiting > 0 ? words.moreShown(waiting) : words.orderChanged}</span>
    </button>
  );
  if (!isFloating) return button;
  return <div className="pointer-events-none sticky top-24 z-20 flex h-0 justify-center">{button}</div>;
}
