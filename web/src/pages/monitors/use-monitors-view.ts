import type { MonitorRow, Project } from '@overdue/sdk';
import { useMemo, useRef, useState } from 'react';
import type { MonitorListData } from '../../data/live/monitor-list.ts';
import type { Row } from '../../data/use-listing.ts';
import { useListing } from '../../data/use-listing.ts';
import { withAll } from '../../ui/selection/selection.ts';
import { useMedia } from '../../ui/window/use-media.ts';
import { useBulkCommands } from './bulk/use-bulk-commands.ts';
import { BESIDE_QUERY } from './columns.ts';
import { useGroups } from './groups/use-groups.ts';
import type { ListHandle } from './monitor-list.tsx';
import { useOrder } from './order/use-order.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRowActions } from './use-row-actions.ts';
import { useViewSearch } from './use-view-search.ts';

interface MonitorsViewInput {
  readonly list: MonitorListData;
  readonly projects: readonly Project[];
  readonly pendingDeletions: ReadonlySet<string>;
  readonly mayChange: boolean;
}

export type MonitorsViewState = ReturnType<typeof useMonitorsView>;

/** State and actions of the monitor list: URL, order, selection, keyboard cursor and panel. */
export function useMonitorsView({ list, projects, pendingDeletions, mayChange }: MonitorsViewInput) {
  const search = useViewSearch();
  const { view, viewKey, openID, setOpenID } = search;
  const monitors = useMemo(
    () =>
      pendingDeletions.size === 0
        ? list.monitors
        : list.monitors.filter(({ shortID }) => !pendingDeletions.has(shortID)),
    [list.monitors, pendingDeletions],
  );
  const projectNames = useMemo(
    () => new Map(projects.map(({ shortID, name }) => [shortID, name])),
    [projects],
  );
  const listing = useListing(monitors, view, projectNames);
  const find = useRowsByID(monitors, listing.rows);
  const area = useRef<HTMLDivElement>(null);
  const exists = (shortID: string): boolean => find(shortID) !== undefined;
  const { order, hiddenCount, refresh } = useOrder(listing.rows, viewKey, { area, pendingDeletions, exists });
  const groups = useGroups(order, find, { by: view.group, projectNames });
  const commands = useBulkCommands(find, { order, mayChange });
  const { selected, setSelection, clear, command, togglePause } = commands;
  const [currentID, setCurrentID] = useState<string | null>(null);
  const handle = useRef<ListHandle>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const isBeside = useMedia(BESIDE_QUERY);

  const selectAll = (): void => setSelection((last) => withAll(last, order));
  const actions = useRowActions({ search, order, setSelection, mayChange, isBeside });
  const move = useListKeys({
    order: groups.lines,
    currentID,
    selected,
    find,
    openID,
    mayChange,
    handle,
    onSearch: () => focusSearch(searchField.current),
    onOpen: setOpenID,
    onToggle: actions.toggle,
    onAll: selectAll,
    onClear: selected.length > 0 ? clear : undefined,
    onRefresh: hiddenCount === null ? undefined : refresh,
    onPause: togglePause,
    onCommand: command,
  });
  return {
    ...{
      search,
      monitors,
      projectNames,
      listing,
      find,
      order,
      waiting: hiddenCount,
      refresh,
      commands,
      selectAll,
    },
    ...{ groups, currentID, setCurrentID, move, actions, area, handle, searchField, isBeside },
    opened: openID === undefined ? undefined : find(openID),
  };
}

function focusSearch(field: HTMLInputElement | null): void {
  window.scrollTo({ top: 0 });
  field?.focus();
  field?.select();
}

/** Returns a function that finds rows by short ID, even if the filters hide them. */
function useRowsByID(
  monitors: readonly MonitorRow[],
  rows: readonly Row[],
): (shortID: string) => Row | undefined {
  return useMemo(() => {
    const shown = new Map(rows.map((row) => [row.monitor.shortID, row]));
    let others: Map<string, Row> | undefined;
    return (shortID) => {
      const row = shown.get(shortID);
      if (row !== undefined) return row;
      others ??= new Map(monitors.map((monitor) => [monitor.shortID, { monitor, status: monitor.status }]));
      return others.get(shortID);
    };
  }, [monitors, rows]);
}
