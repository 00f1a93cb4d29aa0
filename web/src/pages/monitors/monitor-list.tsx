// biome-ignore-all lint/a11y/useSemanticElements: rows are absolutely positioned, which table rows can't be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is in the links of the rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is in the button.

import type { Grouping, Sort } from '@overdue/domain/views/list-view.ts';
import type { MonitorRow as Monitor, Status } from '@overdue/sdk';
import { type Range, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { StatusShape } from '../../monitor/status.tsx';
import { usePreferences } from '../../preferences/preferences.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMedia } from '../../ui/window/use-media.ts';
import {
  CARD_HEIGHT,
  CARDS_QUERY,
  GROUP_CARD_HEIGHT,
  LARGE_QUERY,
  LARGE_SCALE,
  ROW_HEIGHT,
} from './columns.ts';
import type { Group } from './groups/group-lines.ts';
import { ListHeader } from './list-header.tsx';
import { MonitorCard } from './monitor-card.tsx';
import { MonitorRow, type RowActions } from './monitor-row.tsx';
import { words } from './words.ts';

export interface ListHandle {
  /** Scrolls to a row and focuses it. */
  readonly goTo: (index: number) => void;
}

type ScrollDirection = Virtualizer<Window, Element>['scrollDirection'];

interface MonitorListProps {
  readonly ref: Ref<ListHandle>;
  /** IDs of the monitors and of the headers of groups. */
  readonly order: readonly string[];
  readonly groups: {
    readonly by: Grouping;
    readonly groups: ReadonlyMap<string, Group>;
    readonly labelOf: (group: Group) => string;
    readonly toggle: (group: Group) => void;
  };
  readonly find: (shortID: string) => { readonly monitor: Monitor; readonly status: Status } | undefined;
  readonly projectNames: ReadonlyMap<string, string>;
  readonly currentID: string | null;
  readonly openID: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly maySelect: boolean;
  readonly actions: RowActions;
  readonly onAll: (selected: boolean) => void;
  readonly onCurrent: (shortID: string) => void;
  /** Moves the focus. Called for arrow keys, Home and End. */
  readonly onMove: (by: number) => void;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Button that updates an outdated order; null if the order is current. */
  readonly orderChip: ReactNode;
  /** Height of the page header above the sticky list header. */
  readonly headerTop: number;
}

/** Number of rows rendered beyond the edge of the window in the direction of scrolling. `BEHIND` is for the opposite edge. */
const AHEAD = 8;
const BEHIND = 3;
/** Number of rows added or removed together. Each change has a high fixed cost. */
const AT_ONCE = 4;

/** A virtual list in the window's own scroll area: only rows near the window are rendered. */
export function MonitorList(props: MonitorListProps) {
  const { ref, order, groups, find, currentID, openID, selected, maySelect, actions, onCurrent, headerTop } =
    props;
  const { orderChip } = props;
  const body = useRef<HTMLDivElement>(null);
  const isCards = useMedia(CARDS_QUERY);
  const { density } = usePreferences();
  const scale = useMedia(LARGE_QUERY) ? LARGE_SCALE : 1;
  const height = isCards ? CARD_HEIGHT : ROW_HEIGHT[density] * scale;
  const groupHeight = isCards ? GROUP_CARD_HEIGHT : height;
  const margin = useOffsetTop(body);
  const virtual = useWindowVirtualizer({
    count: order.length,
    estimateSize: (index) => (groups.groups.has(order[index] ?? '') ? groupHeight : height),
    overscan: AHEAD,
    rangeExtractor: (range): number[] => rowsAround(range, virtual.scrollDirection),
    scrollMargin: margin,
    scrollPaddingStart: headerTop + 2 * height,
    scrollPaddingEnd: 3 * height,
    getItemKey: (index) => order[index] ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: row sizes depend on the height.
  useLayoutEffect(() => virtual.measure(), [height, groups.groups]);
  const focusNext = useRef<string | null>(null);
  useImperativeHandle(ref, () => ({
    goTo(index) {
      const shortID = order[index];
      if (shortID === undefined) return;
      focusNext.current = shortID;
      virtual.scrollToIndex(index, { align: 'auto' });
      focusRow(body.current, shortID);
    },
  }));
  // A row may be rendered only after scrolling, so the focus is set in an effect.
  useEffect(() => {
    if (focusNext.current !== null && focusRow(body.current, focusNext.current)) focusNext.current = null;
  });
  const Row = isCards ? MonitorCard : MonitorRow;
  const rows = virtual.getVirtualItems().map(({ index, start }) => {
    const group = groups.groups.get(order[index] ?? '');
    if (group !== undefined)
      return (
        <GroupHeader
          key={group.id}
          group={group}
          label={groups.labelOf(group)}
          index={index}
          top={start - margin}
          height={groupHeight}
          isCard={isCards}
          isCurrent={currentID === null ? index === 0 : currentID === group.id}
          onToggle={() => groups.toggle(group)}
        />
      );
    const listedRow = find(order[index] ?? '');
    if (listedRow === undefined) return null;
    const { shortID, projectShortID } = listedRow.monitor;
    return (
      <Row
        key={shortID}
        monitor={listedRow.monitor}
        status={listedRow.status}
        project={groups.by === 'project' ? null : (props.projectNames.get(projectShortID) ?? '')}
        index={index}
        top={start - margin}
        height={height}
        isCurrent={currentID === null ? index === 0 : currentID === shortID}
        isMarked={currentID === shortID}
        isSelected={selected.has(shortID)}
        isOpen={openID === shortID}
        maySelect={maySelect}
        actions={actions}
      />
    );
  });
  const events = {
    onFocus: (event: { readonly target: EventTarget }) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      if (row?.dataset.row !== undefined) onCurrent(row.dataset.row);
    },
    onKeyDown: (event: KeyboardEvent) => moveByKey(event, props),
  };
  if (isCards) {
    return (
      <div ref={body}>
        {orderChip}
        <ul
          aria-label={words.list}
          {...events}
          className="relative -mb-px"
          style={{ height: virtual.getTotalSize() }}
        >
          {rows}
        </ul>
      </div>
    );
  }
  return (
    <div
      role="table"
      aria-label={words.list}
      aria-rowcount={order.length + 1}
      {...events}
      className="@container"
    >
      <ListHeader
        {...props}
        hasProject={groups.by !== 'project'}
        order={groups.groups.size === 0 ? order : order.filter((id) => !groups.groups.has(id))}
      />
      <div ref={body} role="rowgroup" className="relative -mb-px" style={{ height: virtual.getTotalSize() }}>
        {rows}
      </div>
    </div>
  );
}

/** Renders more rows in the direction of scrolling, because these rows are needed first. */
function rowsAround({ startIndex, endIndex, count }: Range, direction: ScrollDirection): number[] {
  const from = startIndex - (direction === 'forward' ? BEHIND : AHEAD);
  const to = endIndex + (direction === 'backward' ? BEHIND : AHEAD);
  const first = Math.max(0, Math.floor(from / AT_ONCE) * AT_ONCE);
  const last = Math.min(count - 1, Math.ceil(to / AT_ONCE) * AT_ONCE);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const MOVES: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function moveByKey(event: KeyboardEvent, { onMove }: MonitorListProps): void {
  const by = MOVES[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  onMove(by);
}

function focusRow(body: HTMLElement | null, shortID: string): boolean {
  const link = body?.querySelector<HTMLElement>(`[data-row="${CSS.escape(shortID)}"] :is(a, [data-group])`);
  link?.focus({ preventScroll: true });
  return link !== null && link !== undefined;
}

/**
 * Returns the list's distance from the top of the page. Recomputes it on each render, because the height of the content
 * above may change.
 */
function useOffsetTop(element: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current !== null)
        setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

interface GroupHeaderProps {
  readonly group: Group;
  readonly label: string;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly isCard: boolean;
  readonly isCurrent: boolean;
  readonly onToggle: () => void;
}

/** Header of a group in the list of monitors. A click opens or closes the group. */
function GroupHeader({ group, label, index, isCard, isCurrent, onToggle, ...place }: GroupHeaderProps) {
  const button = (
    <button
      type="button"
      data-group={group.key}
      aria-expanded={!group.isClosed}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onToggle}
      className="flex size-full items-center gap-2 px-3 text-left font-medium focus-visible:-outline-offset-2"
    >
      <Icon name={group.isClosed ? 'chevron-right' : 'chevron-down'} className="size-3.5" />
      <StatusShape status={group.worst} />
      <span className="min-w-0 truncate">{label}</span>
      <span className="numeric text-xs font-normal text-soft">{words.group.count(group.count)}</span>
    </button>
  );
  const shared = {
    'data-row': group.id,
    style: place,
    className: 'absolute inset-x-0 border-b border-line bg-sunken text-table',
  };
  return isCard ? (
    <li aria-posinset={index + 1} {...shared}>
      {button}
    </li>
  ) : (
    <div role="row" aria-rowindex={index + 2} {...shared}>
      <span role="cell" className="block h-full">
        {button}
      </span>
    </div>
  );
}
