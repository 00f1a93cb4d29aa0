import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';

/** Maximum time to collect a batch. */
const COLLECT_MS_MAX = 10;

/** Waits as long as each turn of the event loop brings more pings, so that all pings of a burst share one commit. */
export async function waitForBurst(burst: {
  /** Number of pings that have arrived so far. */
  readonly count: () => number;
  readonly isFull: () => boolean;
  readonly monotonic: () => number;
}): Promise<void> {
  const startedAt = burst.monotonic();
  // Starts to count in the next turn, because more pings may arrive in the current turn.
  await yieldToPings();
  for (let before = -1; before < burst.count(); ) {
    before = burst.count();
    await yieldToPings();
    if (burst.isFull() || burst.monotonic() - startedAt >= COLLECT_MS_MAX) return;
  }
}
