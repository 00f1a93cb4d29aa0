import { AppError } from '../domain/error.ts';
import type { Clock } from '../runtime/clock.ts';
import type { WatchdogStore } from '../store/presence/contract.ts';

/** Age up to which pings that wait count as being stored normally. */
const WAITING_MS_MAX = 2000;
/** How long a command waits for earlier pings. A person waits for the command. */
const PATIENCE_MS = 4000;
const LOOK_EVERY_MS = 100;
const RETRY_AFTER_SECONDS = 5;

export interface PingsFirstOptions {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly epoch: string;
  /** Arrival of the oldest ping that this process took and has not stored yet. Null if all pings are stored. */
  readonly waitingFrom: () => number | null;
}

/**
 * Resolves once no responsive node has pings from an outage left to store. A command judges everything due by now, and would judge
 * without these pings. Rejects with `unavailable` if the pings take too long.
 */
export async function letPingsFirst({ store, clock, epoch, waitingFrom }: PingsFirstOptions): Promise<void> {
  const startedAt = clock.monotonic();
  for (;;) {
    const at = clock.now();
    // A silent node may be dead, and a person can't wait to find out.
    const others = await store.storedElsewhere({ at, own: [epoch], aliveSince: Number.POSITIVE_INFINITY });
    if (at - Math.min(others, waitingFrom() ?? at) <= WAITING_MS_MAX) return;
    if (clock.monotonic() - startedAt > PATIENCE_MS)
      throw new AppError(
        'unavailable',
        'The database was away, and pings that came meanwhile are still being stored. Try again.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    await new Promise<void>((resolve) => void clock.after(LOOK_EVERY_MS, resolve));
  }
}
