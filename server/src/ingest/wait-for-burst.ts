/** Maximum time to collect a batch. */
const COLLECT_MS_MAX = 10;

/** Waits while every turn of the event loop brings more pings, so that a burst of pings shares a commit. */
export async function waitForBurst(burst: {
  /** Number of pings that have arrived so far. */
  readonly count: () => number;
  readonly isFull: () => boolean;
  readonly monotonic: () => number;
}): Promise<void> {
  const startedAt = burst.monotonic();
  // Starts to count in the next turn, because more pings may arrive in the current turn.
  await nextTurn();
  for (let before = -1; before < burst.count(); ) {
    before = burst.count();
    await nextTurn();
    if (burst.isFull() || burst.monotonic() - startedAt >= COLLECT_MS_MAX) return;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
