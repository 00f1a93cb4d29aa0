import { AppError } from '../domain/error.ts';
import type { Clock } from '../runtime/clock.ts';
import type { WatchdogStore } from '../store/presence/contract.ts';

/** What waits for less is on its way. */
const WAITING_MS_MAX = 2000;
/** A person waits for the command. */
const PATIENCE_MS = 4000;
const LOOK_EVERY_MS = 100;
const RETRY_AFTER_SECONDS = 5;

export interface PingsFirstOptions {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly epoch: string;
  /** When the oldest ping came that this process has taken and not stored yet; null when there is none. */
  readonly waitingFrom: () => number | null;
}

/**
 * Resolves when no node that speaks has pings from an outage that wait to be stored: a command judges what is due by now, and
 * would judge without them. Rejects with `unavailable` when that takes long.
 */
export async function letPingsFirst({ store, clock, epoch, waitingFrom }: PingsFirstOptions): Promise<void> {
  const startedAt = clock.monotonic();
  for (;;) {
    const at = clock.now();
    // Who is silent may be dead, and an operator can't wait to learn it.
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
