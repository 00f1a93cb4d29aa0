import type { Clock } from './clock.ts';
import { OverdueError, throwIfAborted } from './error.ts';

const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 10_000;

export interface Retrying {
  /** How often at most, the first time included. */
  readonly tries: number;
  /** No wait begins that would end later than this after the first try. */
  readonly totalMs: number;
  readonly isWorthRetrying: (error: OverdueError) => boolean;
  readonly signal: AbortSignal | undefined;
}

/** Tries until it works, is not worth it, or the limits are reached; then throws what the last try threw. */
export async function withRetries<T>(
  attempt: (leftMs: number) => Promise<T>,
  { tries, totalMs, isWorthRetrying, signal }: Retrying,
  clock: Clock,
): Promise<T> {
  const endsAt = clock.monotonic() + totalMs;
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(endsAt - clock.monotonic());
    } catch (error) {
      if (!(error instanceof OverdueError) || !isWorthRetrying(error) || !(tried < tries)) throw error;
      const waitMs = backoffMs(tried, error.retryAfter, clock);
      if (clock.monotonic() + waitMs >= endsAt) throw error;
      await clock.sleep(waitMs, signal).catch(() => throwIfAborted(signal));
    }
  }
}

/** Doubles from try to try. Half of it is chance, so that many hosts that failed together do not come back together. */
export function backoffMs(tried: number, retryAfter: number | null, clock: Clock): number {
  if (retryAfter !== null) return retryAfter * 1000 + clock.random() * BACKOFF_MS_MIN;
  const mostMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** (tried - 1));
  return (mostMs / 2) * (1 + clock.random());
}
