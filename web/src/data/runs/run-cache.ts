import type { Run } from '@overdue/sdk';

/** How long to collect rows that scroll into view before requesting their runs together. */
const COLLECT_MS = 60;
/** Maximum monitors per request. */
const BATCH_MAX = 60;
/** Minimum time between requests for the same monitor. */
const REFETCH_MS = 2000;
const RETRY_MS = 10_000;
const CACHED_MAX = 2000;

interface Entry {
  runs: readonly Run[] | undefined;
  /** Version of the monitor when its runs were requested. */
  version: string | undefined;
  mayFetchAt: number;
}

export interface RunCache {
  /** Adds a visible monitor. Returns a function that removes it. */
  watch(shortID: string, version: string): () => void;
  read(shortID: string): readonly Run[] | undefined;
  subscribe(shortID: string, listener: () => void): () => void;
}

/** Caches recent runs. Refetches the runs of changed monitors in batches. */
export function createRunCache(
  fetchRuns: (shortIDs: readonly string[]) => Promise<ReadonlyMap<string, readonly Run[]>>,
  now: () => number = Date.now,
): RunCache {
  const entries = new Map<string, Entry>();
  const visible = new Map<string, { version: string; rows: number }>();
  const listeners = new Map<string, Set<() => void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFetching = false;

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void fetchStale(), delayMs);
  }

  async function fetchStale(): Promise<void> {
    if (isFetching) return;
    const stale = [...visible].filter(([shortID, { version }]) => entries.get(shortID)?.version !== version);
    const ready = stale.filter(([shortID]) => (entries.get(shortID)?.mayFetchAt ?? 0) <= now());
    const batch = ready.slice(0, BATCH_MAX);
    if (batch.length === 0) {
      if (stale.length > 0) schedule(REFETCH_MS / 4);
      return;
    }
    isFetching = true;
    try {
      const runsByMonitor = await fetchRuns(batch.map(([shortID]) => shortID));
      for (const [shortID, { version }] of batch)
        store(shortID, { runs: runsByMonitor.get(shortID) ?? [], version, mayFetchAt: now() + REFETCH_MS });
    } catch {
      // The error is ignored: cached runs stay visible, and the connection notice reports the problem.
      for (const [shortID] of batch) {
        const entry = entries.get(shortID);
        store(shortID, { runs: entry?.runs, version: entry?.version, mayFetchAt: now() + RETRY_MS });
      }
    } finally {
      isFetching = false;
      schedule(0);
    }
  }

  function store(shortID: string, entry: Entry): void {
    // Moves the entry to the end, because the first entry is evicted first.
    entries.delete(shortID);
    entries.set(shortID, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= CACHED_MAX) break;
      if (!visible.has(oldest)) entries.delete(oldest);
    }
    for (const listener of listeners.get(shortID) ?? []) listener();
  }

  return {
    watch(shortID, version) {
      const rows = (visible.get(shortID)?.rows ?? 0) + 1;
      visible.set(shortID, { version, rows });
      if (entries.get(shortID)?.version !== version) schedule(COLLECT_MS);
      return () => {
        const watched = visible.get(shortID);
        if (watched === undefined) return;
        if (watched.rows === 1) visible.delete(shortID);
        else visible.set(shortID, { ...watched, rows: watched.rows - 1 });
      };
    },
    read: (shortID) => entries.get(shortID)?.runs,
    subscribe(shortID, listener) {
      const subscribers = listeners.get(shortID) ?? new Set();
      listeners.set(shortID, subscribers.add(listener));
      return () => {
        subscribers.delete(listener);
        if (subscribers.size === 0 && listeners.get(shortID) === subscribers) listeners.delete(shortID);
      };
    },
  };
}
