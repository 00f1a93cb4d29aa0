import type { Monitor } from '@overdue/sdk';
import { useEffect, useMemo, useState } from 'react';
import { createOrdering, filterRows, type Listing } from './monitors/monitor-rows.ts';
import type { View } from './monitors/monitor-view.ts';

/** Timers of browsers take no longer times. */
const TIMER_MS_MAX = 60_000;

/** The rows of the view: anew when monitors change, and when one of them becomes late. */
export function useListing(
  monitors: readonly Monitor[],
  view: View,
  projectNames: ReadonlyMap<string, string>,
): Listing {
  const [turn, setTurn] = useState(0);
  const [order] = useState(createOrdering);
  const { sort } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a time that has come.
  const ordered = useMemo(
    () => order(monitors, { sort, now: Date.now(), projectNames }),
    [order, monitors, sort, projectNames, turn],
  );
  const { nextTurnAt } = ordered;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a timer that was too short comes the next.
  useEffect(() => {
    if (nextTurnAt === null) return;
    const delay = Math.min(Math.max(0, nextTurnAt - Date.now()) + 1, TIMER_MS_MAX);
    const timer = setTimeout(() => setTurn((last) => last + 1), delay);
    return () => clearTimeout(timer);
  }, [nextTurnAt, turn]);
  return useMemo(() => filterRows(ordered, view), [ordered, view]);
}
