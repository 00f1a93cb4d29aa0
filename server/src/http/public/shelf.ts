/** Caches results for a short time, so that concurrent readers share one computation. */
export interface Shelf<T> {
  /**
   * Returns the cached result for a key, or calls `make`. Failures are not cached.
   * @param now milliseconds of any one clock
   */
  take(key: string, now: number, make: () => Promise<T>): Promise<T>;
}

interface Kept<T> {
  readonly at: number;
  readonly made: Promise<T>;
  /** 0 while the result is pending. */
  size: number;
}

/** Creates a cache that drops its oldest results above `entriesMax`, or above `sizeMax` in total. */
export function createShelf<T>({
  keepMs,
  entriesMax,
  sizeMax,
  sizeOf,
}: {
  readonly keepMs: number;
  readonly entriesMax: number;
  readonly sizeMax: number;
  readonly sizeOf: (made: T) => number;
}): Shelf<T> {
  /** Oldest first. */
  const kept = new Map<string, Kept<T>>();
  let size = 0;

  function drop(key: string): void {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  function makeRoom(entriesLeft: number): void {
    for (const [oldest] of kept) {
      if (kept.size <= entriesLeft && size <= sizeMax) return;
      drop(oldest);
    }
  }

  return {
    take(key, now, make) {
      const known = kept.get(key);
      if (known !== undefined && now - known.at < keepMs) return known.made;
      drop(key);
      makeRoom(entriesMax - 1);
      const entry: Kept<T> = { at: now, made: make(), size: 0 };
      kept.set(key, entry);
      entry.made.then(
        (made) => {
          if (kept.get(key) !== entry) return;
          entry.size = sizeOf(made);
          size += entry.size;
          makeRoom(entriesMax);
        },
        () => {
          if (kept.get(key) === entry) drop(key);
        },
      );
      return entry.made;
    },
  };
}
