import type { SpoolMetrics } from '../metrics/metrics.ts';
import type { Log } from '../runtime/log.ts';
import type { PingQueue } from '../store/pings/queue-contract.ts';
import type { Applied } from '../store/records.ts';
import type { Spool, SpooledPing } from '../store/spool/contract.ts';

/** Maximum bytes of bodies in one transaction. Reading them blocks the event loop. */
const CHUNK_BYTES = 4 * 1024 * 1024;

export interface HandInOptions {
  readonly spool: Spool;
  readonly chunk: number;
  readonly log: Log;
  readonly meters: Pick<SpoolMetrics, 'dropped'>;
  readonly enqueue: PingQueue['enqueue'];
}

export interface HandedIn {
  readonly taken: number;
  /** Epoch of the pings; null if no row could be read. */
  readonly epoch: string | null;
}

/** Moves the oldest pings to the shared queue. After a crash, the queue recognizes repeated ones by their tickets. */
export async function handIn({
  spool,
  chunk: limit,
  log,
  meters,
  enqueue,
}: HandInOptions): Promise<HandedIn> {
  const rows = spool.first(limit, CHUNK_BYTES);
  const epoch = rows.find(({ ping }) => ping !== null)?.ping?.epoch ?? null;
  const other = rows.findIndex(({ ping }) => ping !== null && ping.epoch !== epoch);
  const chunk = other === -1 ? rows : rows.slice(0, other);
  const last = chunk.at(-1);
  if (last === undefined) return { taken: 0, epoch };
  const pings = chunk.flatMap(({ ping }): readonly SpooledPing[] => (ping === null ? [] : [ping]));
  if (pings.length > 0) await enqueue(pings);
  spool.removeThrough(last.position);
  const unreadable = chunk.length - pings.length;
  meters.dropped.unreadable.inc(unreadable);
  if (unreadable > 0) log.error({ pings: unreadable }, 'Spooled pings were dropped: their rows are damaged.');
  return { taken: chunk.length, epoch };
}

export interface MergeOptions {
  readonly applyQueued: PingQueue['applyQueued'];
  /** Maximum pings in one transaction. */
  readonly chunk: number;
  readonly log: Log;
  readonly meters: Pick<SpoolMetrics, 'replayed' | 'dropped'>;
  readonly beforeBatch: () => Promise<void>;
  readonly afterBatch: (applied: readonly Applied[]) => void;
}

/** Applies queued pings up to a time, and returns their number. */
export type Merge = (until: number) => Promise<number>;

/** Creates the merge that all lanes of a process share. Calls never run concurrently. */
export function createMerge(options: MergeOptions): Merge {
  const { log, meters } = options;
  let underWay: Promise<number> | null = null;

  async function merge(until: number): Promise<number> {
    await options.beforeBatch();
    const applied = (await options.applyQueued(until, options.chunk)).map((each) => each.applied);
    const gone = applied.filter(({ outcome }) => outcome === 'gone').length;
    const failed = applied.flatMap((each) => (each.outcome === 'failed' ? [each.error] : []));
    meters.replayed.inc(applied.length - gone - failed.length);
    meters.dropped.gone.inc(gone);
    meters.dropped.failed.inc(failed.length);
    if (gone > 0) log.warn({ pings: gone }, 'Spooled pings were dropped: no monitor has their ping URLs.');
    if (failed.length > 0)
      log.error({ pings: failed.length, err: failed[0] }, 'Spooled pings could not be applied.');
    if (applied.length > 0) options.afterBatch(applied);
    return applied.length;
  }

  return (until) => {
    underWay ??= merge(until).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
