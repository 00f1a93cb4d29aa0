/** Limits how often something may happen for each key. */
export interface RateLimit<Key> {
  /** Takes one turn: null when it may happen, else the seconds to wait. `now` is milliseconds, of any one clock. */
  take(key: Key, now: number): number | null;
}

export interface RateLimitOptions {
  /** 0 is no limit. */
  readonly perSecond: number;
  /** So many at once after a quiet time; at least 1. */
  readonly burst: number;
  /** At most so many keys are remembered: above that the one that was quiet the longest is forgotten. */
  readonly keysMax: number;
}

/**
 * The generic cell rate algorithm: for each key one number, the time at which all its turns will have been paid back. A
 * refused turn costs nothing.
 */
export function createRateLimit<Key>({ perSecond, burst, keysMax }: RateLimitOptions): RateLimit<Key> {
  if (perSecond <= 0) return { take: () => null };
  const turnMs = 1000 / perSecond;
  const burstMs = Math.max(1, burst) * turnMs;
  /** Least recently taken first. */
  const paidBackAt = new Map<Key, number>();

  return {
    take(key, now) {
      // Never further ahead than a whole burst, so that a clock which is set back locks nobody out.
      const before = Math.min(Math.max(paidBackAt.get(key) ?? now, now), now + burstMs);
      const after = before + turnMs;
      // Sums of turns are not exact.
      const excessMs = after - now - burstMs - 1e-6;
      paidBackAt.delete(key);
      if (paidBackAt.size >= keysMax) forgetOldest(paidBackAt);
      paidBackAt.set(key, excessMs > 0 ? before : after);
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
