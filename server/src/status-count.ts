import type { Clock } from './clock.ts';
import { STATUSES } from './domain/monitor.ts';
import type { Metrics } from './metrics.ts';
import type { OperationsStore } from './store/store.ts';

const FRESH_MS = 30_000;
const SPAN = 5000;

/**
 * Brings the gauges of monitors by status up to date, at most twice a minute and in small steps, since with a million
 * monitors a count takes a while.
 */
export function createStatusCount(options: {
  readonly store: OperationsStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
}): () => Promise<void> {
  const { store, clock, metrics } = options;
  let countedAt = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | null = null;

  async function count(): Promise<void> {
    const now = clock.now();
    const totals = new Map(STATUSES.map((status) => [status, 0]));
    for (let afterID: number | null = 0; afterID !== null; ) {
      const step = await store.countStatuses(now, afterID, SPAN);
      for (const status of STATUSES)
        totals.set(status, (totals.get(status) ?? 0) + (step.counts[status] ?? 0));
      afterID = step.next;
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const status of STATUSES) metrics.monitors[status].set(totals.get(status) ?? 0);
    countedAt = clock.monotonic();
  }

  return () => {
    if (clock.monotonic() - countedAt < FRESH_MS) return Promise.resolve();
    counting ??= count().finally(() => {
      counting = null;
    });
    return counting;
  };
}
