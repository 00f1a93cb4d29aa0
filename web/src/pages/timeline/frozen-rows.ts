import type { MonitorRow } from '@overdue/sdk';
import { useRef } from 'react';

/** Returns the rows to show. While the order is frozen, visible rows stay in place and new rows follow. */
export function useFrozenRows(
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
