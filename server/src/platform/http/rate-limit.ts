export interface RateLimit<Key> {
  /**
   * Counts one request. Returns null if the request is allowed, otherwise the seconds to wait. `now`: milliseconds, always from
   * the same clock.
   */
  take(key: Key, now: number): number | null;
}

export interface RateLimitOptions {
  /** 0 turns the limit off. */
  readonly perSecond: number;
  /** Maximum number of requests in a burst after a period without requests; at least 1. */
  readonly burst: number;
  /** Maximum keys in memory. A further key displaces the least recently used key. */
  readonly keysMax: number;
}

/**
 * Implements the generic cell rate algorithm. Stores for each key the time at which its whole burst is available again. Refused
 * requests don't count.
 */
export function createRateLimit<Key>({ perSecond, burst, keysMax }: RateLimitOptions): RateLimit<Key> {
  if (perSecond <= 0) return { take: () => null };
  const msPerRequest = 1000 / perSecond;
  const burstMs = Math.max(1, burst) * msPerRequest;
  /** Least recently used first. */
  const fullAgainAt = new Map<Key, number>();

  return {
    take(key, now) {
      // The stored time counts at most one burst ahead of `now`, so that setting back the clock doesn't block keys for long.
      const before = Math.min(Math.max(fullAgainAt.get(key) ?? now, now), now + burstMs);
      const after = before + msPerRequest;
      // Allows for rounding errors in the sums.
      const excessMs = after - now - burstMs - 1e-6;
      fullAgainAt.delete(key);
      if (fullAgainAt.size >= keysMax) forgetOldest(fullAgainAt);
      fullAgainAt.set(key, excessMs > 0 ? before : after);
      return excessMs > 0 ? Math.max(1, Math.ceil(excessMs / 1000)) : null;
    },
  };
}

function forgetOldest<Key>(map: Map<Key, number>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
