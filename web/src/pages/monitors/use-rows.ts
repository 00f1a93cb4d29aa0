import type { Monitor } from '@overdue/sdk';
import { useMemo, useRef, useState } from 'react';
import type { Row } from '../../data/monitors/monitor-rows.ts';
import type { RowActions } from './monitor-row.tsx';

/** Includes monitors that the filters hide. */
export function useRowsByID(
  monitors: readonly Monitor[],
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

/** Returns a stable object that calls the latest functions, so that rows aren't rendered again. */
export function useStable(newest: RowActions): RowActions {
  const behind = useRef(newest);
  behind.current = newest;
  const [stable] = useState<RowActions>(() => ({
    open: (shortID) => behind.current.open(shortID),
    peek: (shortID) => behind.current.peek(shortID),
    toggle: (shortID) => behind.current.toggle(shortID),
    selectTo: (shortID) => behind.current.selectTo(shortID),
    filterProject: (shortID) => behind.current.filterProject(shortID),
    filterTag: (tag) => behind.current.filterTag(tag),
  }));
  return stable;
}
