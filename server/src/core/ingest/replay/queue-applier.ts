import type { ApplyOutcome } from '../../../database/records.ts';
import type { SpoolMetrics } from '../../../platform/metrics/metrics.ts';
import type { Log } from '../../../platform/runtime/log.ts';
import type { PingQueue } from '../../contract.ts';

export interface QueueApplierOptions {
  readonly applyQueued: PingQueue['applyQueued'];
  /** Maximum pings in one transaction. */
  readonly chunk: number;
  readonly log: Log;
  readonly meters: Pick<SpoolMetrics, 'replayed' | 'dropped'>;
  readonly beforeBatch: () => Promise<void>;
  readonly afterBatch: (applied: readonly ApplyOutcome[]) => void;
}

/** Applies the next chunk of queued pings that arrived at or before a time. Returns the number of pings. */
export type ApplyQueue = (until: number) => Promise<number>;

/** Creates the function that applies the shared queue for all lanes of a process. Concurrent calls share one run. */
export function createQueueApplier(options: QueueApplierOptions): ApplyQueue {
  const { log, meters } = options;
  let inProgress: Promise<number> | null = null;

  async function applyQueue(until: number): Promise<number> {
    await options.beforeBatch();
    const applied = (await options.applyQueued(until, options.chunk)).map((judged) => judged.applied);
    const dropped = applied.filter(({ outcome }) => outcome === 'gone').length;
    const setAside = applied.filter(({ outcome }) => outcome === 'set_aside').length;
    meters.replayed.inc(applied.length - dropped - setAside);
    meters.dropped.gone.inc(dropped);
    if (dropped > 0)
      log.warn({ pings: dropped }, 'Spooled pings were dropped: their ping URLs belong to no monitor.');
    if (applied.length > 0) options.afterBatch(applied);
    return applied.length;
  }

  return (until) => {
    inProgress ??= applyQueue(until).finally(() => {
      inProgress = null;
    });
    return inProgress;
  };
}
