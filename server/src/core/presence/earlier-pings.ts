import { AppError } from '@overdue/domain/error.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { WatchdogStore } from '../contract.ts';

/** How long pings may have been unstored without delaying a command. */
const WAITING_MS_MAX = 2000;
/** How long a command waits for earlier pings. Short, because a user is waiting. */
const PATIENCE_MS = 4000;
const CHECK_EVERY_MS = 100;
const RETRY_AFTER_SECONDS = 5;

export interface EarlierPingsOptions {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly epoch: string;
  readonly unstoredSince: () => number | null;
}

/**
 * Resolves once all responsive nodes have stored the pings that they received during an outage; rejects with `unavailable` after
 * {@link PATIENCE_MS}.
 */
export async function awaitEarlierPings({
  store,
  clock,
  epoch,
  unstoredSince,
}: EarlierPingsOptions): Promise<void> {
  const startedAt = clock.monotonic();
  for (;;) {
    const at = clock.now();
    // Ignores unresponsive nodes, because they may be dead and a user is waiting.
    const horizon = await store.readHorizon(at, epoch, 'waiting');
    if (at - Math.min(horizon, unstoredSince() ?? at) <= WAITING_MS_MAX) return;
    if (clock.monotonic() - startedAt > PATIENCE_MS)
      throw new AppError(
        'unavailable',
        'The database was unavailable, and pings from that time are still being stored. Try again.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    await new Promise<void>((resolve) => void clock.after(CHECK_EVERY_MS, resolve));
  }
}
