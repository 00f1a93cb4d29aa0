/** Caches results for a short time, so that concurrent readers share one computation. */
export interface TimedCache<T> {
  /** Returns the cached result for a key, or calls `make`. Failures are not cached. `now`: milliseconds, always from the same clock. */
  take(key: string, now: number, make: () => Promise<T>): Promise<T>;
}

interface CacheEntry<T> {
  readonly at: number;
  readonly result: Promise<T>;
  /** 0 while the result is pending. */
  size: number;
}

/** Creates a cache that drops its oldest results above `entriesMax`, or above `sizeMax` in total. */
export function createTimedCache<T>({
  keepMs,
  entriesMax,
  sizeMax,
  sizeOf,
}: {
  readonly keepMs: number;
  readonly entriesMax: number;
  readonly sizeMax: number;
  readonly sizeOf: (result: T) => number;
}): TimedCache<T> {
  /** Oldest first. */
  const entries = new Map<string, CacheEntry<T>>();
  let size = 0;

  function drop(key: string): void {
    size -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  function evict(entriesLeft: number): void {
    for (const [oldest] of entries) {
      if (entries.size <= entriesLeft && size <= sizeMax) return;
      drop(oldest);
    }
  }

  return {
    take(key, now, make) {
      const cached = entries.get(key);
      if (cached !== undefined && now - cached.at < keepMs) return cached.result;
      drop(key);
      evict(entriesMax - 1);
      const entry: CacheEntry<T> = { at: now, result: make(), size: 0 };
      entries.set(key, entry);
      entry.result.then(
        (result) => {
          if (entries.get(key) !== entry) return;
          entry.size = sizeOf(result);
          size += entry.size;
          evict(entriesMax);
        },
        () => {
          if (entries.get(key) === entry) drop(key);
        },
      );
      return entry.result;
    },
  };
}
