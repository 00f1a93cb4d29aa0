import type { Run } from '@overdue/sdk';

/** How long to collect rows that scroll into view, for one request. */
const GATHER_MS = 60;
/** Maximum monitors per request. */
const BATCH_MAX = 60;
/** Minimum time between requests for the same monitor. */
const AGAIN_MS = 2000;
const RETRY_MS = 10_000;
const KEPT_MAX = 2000;

interface Entry {
  runs: readonly Run[] | undefined;
  /** Version of the monitor when its runs were requested. */
  version: string | undefined;
  mayAskAt: number;
}

export interface RunShelf {
  /** Adds a visible monitor. Returns a function that removes it. */
  want(shortID: string, version: string): () => void;
  read(shortID: string): readonly Run[] | undefined;
  subscribe(shortID: string, listener: () => void): () => void;
}

/** Caches recent runs, and refetches those of changed monitors in batches. */
export function createRunShelf(
  ask: (shortIDs: readonly string[]) => Promise<ReadonlyMap<string, readonly Run[]>>,
  now: () => number = Date.now,
): RunShelf {
  const entries = new Map<string, Entry>();
  const wanted = new Map<string, { version: string; rows: number }>();
  const listeners = new Map<string, Set<() => void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void askForOutdated(), delayMs);
  }

  async function askForOutdated(): Promise<void> {
    if (isAsking) return;
    const outdated = [...wanted].filter(
      ([shortID, { version }]) => entries.get(shortID)?.version !== version,
    );
    const ready = outdated.filter(([shortID]) => (entries.get(shortID)?.mayAskAt ?? 0) <= now());
    const batch = ready.slice(0, BATCH_MAX);
    if (batch.length === 0) {
      if (outdated.length > 0) schedule(AGAIN_MS / 4);
      return;
    }
    isAsking = true;
    try {
      const found = await ask(batch.map(([shortID]) => shortID));
      for (const [shortID, { version }] of batch)
        keep(shortID, { runs: found.get(shortID) ?? [], version, mayAskAt: now() + AGAIN_MS });
    } catch {
      // Cached runs stay visible, and the connection notice reports the problem.
      for (const [shortID] of batch) {
        const known = entries.get(shortID);
        keep(shortID, { runs: known?.runs, version: known?.version, mayAskAt: now() + RETRY_MS });
      }
    } finally {
      isAsking = false;
      schedule(0);
    }
  }

  function keep(shortID: string, entry: Entry): void {
    // Moved to the end, because the first entry is evicted first.
    entries.delete(shortID);
    entries.set(shortID, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= KEPT_MAX) break;
      if (!wanted.has(oldest)) entries.delete(oldest);
    }
    for (const listener of listeners.get(shortID) ?? []) listener();
  }

  return {
    want(shortID, version) {
      const rows = (wanted.get(shortID)?.rows ?? 0) + 1;
      wanted.set(shortID, { version, rows });
      if (entries.get(shortID)?.version !== version) schedule(GATHER_MS);
      return () => {
        const known = wanted.get(shortID);
        if (known === undefined) return;
        if (known.rows === 1) wanted.delete(shortID);
        else wanted.set(shortID, { ...known, rows: known.rows - 1 });
      };
    },
    read: (shortID) => entries.get(shortID)?.runs,
    subscribe(shortID, listener) {
      const those = listeners.get(shortID) ?? new Set();
      listeners.set(shortID, those.add(listener));
      return () => {
        those.delete(listener);
        if (those.size === 0 && listeners.get(shortID) === those) listeners.delete(shortID);
      };
    },
  };
}
