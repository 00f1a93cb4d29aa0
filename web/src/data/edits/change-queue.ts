import type { Monitor } from '@overdue/sdk';

/** Minimum time between two updates of the page. */
const APART_MS = 250;

export interface ChangeQueue {
  add(monitors: readonly Monitor[], deleted: readonly string[]): void;
  clear(): void;
}

/** Batches live changes, and keeps the newest of each monitor. The first change after a quiet period is applied at once. */
export function createChangeQueue(
  apply: (monitors: readonly Monitor[], deleted: readonly string[]) => void,
): ChangeQueue {
  const changed = new Map<string, Monitor>();
  const gone = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function applyAll(): void {
    timer = undefined;
    if (changed.size === 0 && gone.size === 0) return;
    const monitors = [...changed.values()];
    const deleted = [...gone];
    changed.clear();
    gone.clear();
    timer = setTimeout(applyAll, APART_MS);
    apply(monitors, deleted);
  }

  return {
    add(monitors, deleted) {
      for (const monitor of monitors) {
        gone.delete(monitor.shortID);
        changed.set(monitor.shortID, monitor);
      }
      for (const shortID of deleted) {
        changed.delete(shortID);
        gone.add(shortID);
      }
      if (timer === undefined) applyAll();
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      changed.clear();
      gone.clear();
    },
  };
}
