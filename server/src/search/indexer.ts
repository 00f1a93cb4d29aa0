import type { WatchdogStore } from '../core/contract.ts';
import { createLease } from '../core/nodes/lease.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { createLoop, logOutages } from '../platform/runtime/loop.ts';
import type { LogIndexStore } from './contract.ts';

/** Maximum events and bytes of logs per step. Small, because pings wait for one step at most. */
const EVENTS_PER_STEP = 200;
const BYTES_PER_STEP = 64_000;
/** Share of time to spend on indexing, so that many logs don't delay pings. */
const SHARE = 1 / 20;
const PAUSE_MS_MAX = 5000;
/** Interval between checks for new logs to index. */
const CHECK_EVERY_MS = 1000;

export interface LogIndexer {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Adds new logs to the search index in small steps. Only one process indexes at a time. Runs outside the transactions of pings.
 */
export function createLogIndexer(options: {
  readonly store: LogIndexStore & Pick<WatchdogStore, 'takeLease'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: string;
}): LogIndexer {
  const { store, clock, log, holder } = options;
  const lease = createLease({ store, clock, name: 'search', holder });
  const loop = createLoop({
    clock,
    round,
    retryMs: PAUSE_MS_MAX,
    observer: logOutages(
      log,
      clock,
      'Logs could not be indexed, so new ones are missing in search. Retrying.',
    ),
  });

  async function round(): Promise<number> {
    if (!(await lease.hold())) return PAUSE_MS_MAX;
    const startedAt = clock.monotonic();
    const isDone = await store.indexLogs({ events: EVENTS_PER_STEP, bytes: BYTES_PER_STEP });
    if (isDone) return CHECK_EVERY_MS;
    const tookMs = clock.monotonic() - startedAt;
    return Math.min(Math.max(1, tookMs / SHARE - tookMs), PAUSE_MS_MAX);
  }

  return { start: loop.start, stop: loop.stop };
}
