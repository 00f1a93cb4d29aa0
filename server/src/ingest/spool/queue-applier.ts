import type { SpoolMetrics } from '../../metrics/metrics.ts';
import type { Log } from '../../runtime/log.ts';
import type { PingQueue } from '../../store/pings/queue-contract.ts';
import type { ApplyOutcome } from '../../store/records.ts';

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
    const failed = applied.flatMap((result) => (result.outcome === 'failed' ? [result.error] : []));
    meters.replayed.inc(applied.length - dropped - failed.length);
    meters.dropped.gone.inc(dropped);
    meters.dropped.failed.inc(failed.length);
    if (dropped > 0)
      log.warn({ pings: dropped }, 'Spooled pings were dropped: their ping URLs belong to no monitor.');
    if (failed.length > 0)
      log.error({ pings: failed.length, err: failed[0] }, 'Spooled pings could not be applied.');
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
