import type { ListView } from '@overdue/domain/views/list-view.ts';
import {
  createOrdering,
  type FilteredRows,
  filterRows,
  type Row as RowOf,
} from '@overdue/domain/views/monitor-rows.ts';
import type { MonitorRow } from '@overdue/sdk';
import { useEffect, useMemo, useState } from 'react';

export type Row = RowOf<MonitorRow>;

/** Maximum delay of one timer. A longer wait uses several timers. */
const TIMER_MS_MAX = 60_000;

export function useListing(
  monitors: readonly MonitorRow[],
  view: ListView,
  projectNames: ReadonlyMap<string, string>,
): FilteredRows<MonitorRow> {
  const [tick, setTick] = useState(0);
  const [order] = useState(createOrdering<MonitorRow>);
  const { sort } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tick changes when time has passed.
  const ordered = useMemo(
    () => order(monitors, { sort, now: Date.now(), projectNames }),
    [order, monitors, sort, projectNames, tick],
  );
  const { nextChangeAt } = ordered;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick starts the next timer.
  useEffect(() => {
    if (nextChangeAt === null) return;
    const delay = Math.min(Math.max(0, nextChangeAt - Date.now()) + 1, TIMER_MS_MAX);
    const timer = setTimeout(() => setTick((last) => last + 1), delay);
    return () => clearTimeout(timer);
  }, [nextChangeAt, tick]);
  return useMemo(() => filterRows(ordered, view), [ordered, view]);
}
