import type { MonitorRow } from '@overdue/sdk';

/** Minimum time between two updates of the page. */
const UPDATE_INTERVAL_MS = 250;

export interface ChangeQueue {
  add(monitors: readonly MonitorRow[], deleted: readonly string[]): void;
  clear(): void;
}

/**
 * Batches live changes, and retains only the newest state of each monitor. Applies the first change after a pause
 * immediately.
 */
export function createChangeQueue(
  apply: (monitors: readonly MonitorRow[], deleted: readonly string[]) => void,
): ChangeQueue {
  const changed = new Map<string, MonitorRow>();
  const deletedIDs = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function applyAll(): void {
    timer = undefined;
    if (changed.size === 0 && deletedIDs.size === 0) return;
    const monitors = [...changed.values()];
    const deleted = [...deletedIDs];
    changed.clear();
    deletedIDs.clear();
    timer = setTimeout(applyAll, UPDATE_INTERVAL_MS);
    apply(monitors, deleted);
  }

  return {
    add(monitors, deleted) {
      for (const monitor of monitors) {
        deletedIDs.delete(monitor.shortID);
        changed.set(monitor.shortID, monitor);
      }
      for (const shortID of deleted) {
        changed.delete(shortID);
        deletedIDs.add(shortID);
      }
      if (timer === undefined) applyAll();
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      changed.clear();
      deletedIDs.clear();
    },
  };
}
