import type { MonitorRow } from '@overdue/sdk';
import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useShortcuts } from '../../app/keyboard/keyboard.ts';
import type { Row } from '../../data/use-listing.ts';
import type { BulkCommand } from './bulk/bulk-bar.tsx';
import type { ListHandle } from './monitor-list.tsx';

interface ListKeys {
  readonly order: readonly string[];
  /** Row with the keyboard cursor. */
  readonly currentID: string | null;
  readonly selected: readonly MonitorRow[];
  readonly find: (shortID: string) => Row | undefined;
  readonly openID: string | undefined;
  readonly mayChange: boolean;
  readonly handle: RefObject<ListHandle | null>;
  readonly onSearch: () => void;
  readonly onOpen: (shortID: string | undefined) => void;
  readonly onToggle: (shortID: string) => void;
  readonly onAll: () => void;
  readonly onClear: (() => void) | undefined;
  readonly onRefresh: (() => void) | undefined;
  readonly onPause: (monitors: readonly MonitorRow[]) => void;
  readonly onCommand: (command: BulkCommand, monitors: readonly MonitorRow[]) => void;
}

/**
 * Handles the shortcuts of the list. The shortcuts act on the selection or, without a selection, on the current row. Returns a
 * function that moves the cursor.
 */
export function useListKeys(list: ListKeys): (by: number) => void {
  const { order, selected, find, openID, mayChange, handle } = list;
  const navigate = useNavigate();
  const index = list.currentID === null ? -1 : order.indexOf(list.currentID);
  const row = find(order[index] ?? '');
  const currentID = row?.monitor.shortID;
  const affected = selected.length > 0 ? selected : row === undefined ? [] : [row.monitor];
  const canChange = mayChange && affected.length > 0;

  function move(by: number): void {
    const next = Math.min(Math.max(0, index + by), order.length - 1);
    handle.current?.goTo(next);
    // The open panel shows the monitor under the cursor.
    const shortID = order[next];
    if (openID !== undefined && shortID !== undefined && find(shortID) !== undefined) list.onOpen(shortID);
  }
  useShortcuts({
    search: list.onSearch,
    next: () => move(1),
    previous: () => move(index === -1 ? 1 : -1),
    open:
      currentID === undefined
        ? undefined
        : () => void navigate({ to: '/monitors/$shortID', params: { shortID: currentID } }),
    peek:
      currentID === undefined ? undefined : () => list.onOpen(openID === currentID ? undefined : currentID),
    select: currentID === undefined || !mayChange ? undefined : () => list.onToggle(currentID),
    selectAll: mayChange ? list.onAll : undefined,
    pause: canChange ? () => list.onPause(affected) : undefined,
    mute: canChange ? () => list.onCommand('mute', affected) : undefined,
    acknowledge: canChange ? () => list.onCommand('acknowledge', affected) : undefined,
    tag: canChange ? () => list.onCommand('tag', affected) : undefined,
    delete: canChange ? () => list.onCommand('delete', affected) : undefined,
    edit:
      currentID === undefined || !mayChange
        ? undefined
        : () => void navigate({ to: '/monitors/$shortID/edit', params: { shortID: currentID } }),
    refresh: list.onRefresh,
    back: list.onClear ?? (openID === undefined ? undefined : () => list.onOpen(undefined)),
  });
  return move;
}
