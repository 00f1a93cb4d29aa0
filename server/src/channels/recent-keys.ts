/** Maximum keys that one set remembers. A further key displaces the oldest key. */
const KEYS_MAX = 10_000;

/** Keys that were seen recently. */
interface RecentKeys {
  isRecent(key: string, now: number): boolean;
  remember(key: string, now: number): void;
}

export function createRecentKeys(forMs: number): RecentKeys {
  /** Oldest first. */
  const seenAt = new Map<string, number>();
  return {
    isRecent(key, now) {
      const at = seenAt.get(key);
      return at !== undefined && now < at + forMs;
    },
    remember(key, now) {
      seenAt.delete(key);
      const [oldest] = seenAt.keys();
      if (seenAt.size >= KEYS_MAX && oldest !== undefined) seenAt.delete(oldest);
      seenAt.set(key, now);
    },
  };
}
