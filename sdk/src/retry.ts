import type { Clock } from './clock.ts';
import { OverdueError, throwIfAborted } from './error.ts';

const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 10_000;

export interface Retrying {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /**
   * Time limit in milliseconds, counted from the start of the first attempt. Doesn't start a wait that would end after the limit.
   */
  readonly totalMs: number;
  readonly isWorthRetrying: (error: OverdueError) => boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Repeats `attempt` until it succeeds, fails with an error that isn't worth retrying, or reaches a limit. If no attempt succeeds,
 * throws the last error.
 */
export async function withRetries<T>(
  attempt: (leftMs: number) => Promise<T>,
  { attempts, totalMs, isWorthRetrying, signal }: Retrying,
  clock: Clock,
): Promise<T> {
  const endsAt = clock.monotonic() + totalMs;
  for (let attempted = 1; ; attempted += 1) {
    try {
      return await attempt(endsAt - clock.monotonic());
    } catch (error) {
      if (!(error instanceof OverdueError) || !isWorthRetrying(error) || !(attempted < attempts)) throw error;
      const waitMs = backoffMs(attempted, error.retryAfter, clock);
      if (clock.monotonic() + waitMs >= endsAt) throw error;
      await clock.sleep(waitMs, signal).catch(() => throwIfAborted(signal));
    }
  }
}

/**
 * Returns the wait before the next attempt: `retryAfter`, or a wait that doubles with each attempt. A random part keeps clients
 * from retrying simultaneously.
 */
export function backoffMs(attempted: number, retryAfter: number | null, clock: Clock): number {
  if (retryAfter !== null) return retryAfter * 1000 + clock.random() * BACKOFF_MS_MIN;
  const mostMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** (attempted - 1));
  return (mostMs / 2) * (1 + clock.random());
}
