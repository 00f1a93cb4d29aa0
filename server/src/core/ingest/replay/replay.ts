import type { SpoolMetrics } from '../../../platform/metrics/metrics.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Log } from '../../../platform/runtime/log.ts';
import { createLoop } from '../../../platform/runtime/loop.ts';
import { yieldToPings } from '../../../platform/runtime/yield-to-pings.ts';
import type { PingQueue, ProgressQuery, QueueProgress } from '../../contract.ts';
import type { Spool, SpooledPing } from '../../spool/contract.ts';
import { processEpochOf } from '../epoch.ts';
import type { RouteControl } from '../route/route-control.ts';
import type { LaneSpool } from './lane-spool.ts';
import type { ApplyQueue } from './queue-applier.ts';

/** Maximum bytes of bodies in one transaction, because reading bodies blocks the event loop. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Delay before a failed replay is retried. */
const RETRY_MS = 250;
/** How long a stopping process replays its spool. Remaining pings are replayed at the next start. */
const DRAIN_MS_MAX = 4000;
/** Interval between rounds while other nodes have not queued their pings yet. */
const QUEUE_RETRY_MS = 25;
/** Interval at which a node on the storing route checks for queued pings that no other node applies. */
const QUEUE_CHECK_MS = 1000;

export interface SpoolReplayOptions {
  readonly spool: Spool;
  readonly epoch: string;
  /** Maximum pings moved to the shared queue per transaction. */
  readonly chunk: number;
  readonly enqueue: PingQueue['enqueue'];
  readonly applyQueue: ApplyQueue;
  /** See {@link PingQueue.readQueueProgress}. */
  readonly readQueueProgress: (of: Omit<ProgressQuery, 'at'>) => Promise<QueueProgress>;
  /** Returns the arrival time of this process's oldest ping, in any lane, that is neither stored nor queued. */
  readonly unstoredSince: () => number | null;
  readonly recordNow: () => Promise<void>;
  /** Called once the spool holds no more pings from a previous process, with the epochs of those pings. */
  readonly endEpochs: (epochs: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meters: Pick<SpoolMetrics, 'dropped'>;
}

/** Moves spooled pings to the shared queue, and applies the queue, until the route is storing again. */
export interface SpoolReplay {
  start(): void;
  /** Replays as much as possible in a few seconds. */
  stop(): Promise<void>;
}

export function createSpoolReplay(
  options: SpoolReplayOptions,
  { state, dispatch, bell }: RouteControl,
  laneSpool: LaneSpool,
): SpoolReplay {
  const { spool, clock } = options;
  const ownEpochs = [processEpochOf(options.epoch)];
  /** Epochs of previous processes whose pings were in the spool. */
  const earlier = new Set<string>();
  let stopBy: number | null = null;
  const replaying = createLoop({
    clock,
    bell,
    round: replay,
    retryMs: RETRY_MS,
    observer: {
      onFailure: (error) => dispatch({ kind: 'replay_failed', error, now: clock.now() }),
      onSuccess: () => {},
    },
    isDraining: () => state().route !== 'storing' && !isDrained(),
  });
  const checking = createLoop({
    clock,
    firstMs: QUEUE_CHECK_MS,
    round: checkQueue,
    retryMs: QUEUE_CHECK_MS,
    observer: { onFailure: () => {}, onSuccess: () => {} },
  });

  function readProgress(): Promise<QueueProgress> {
    return options.readQueueProgress({ own: ownEpochs, nodesAliveFrom: state().nodesAliveFrom });
  }

  /**
   * Looks for queued pings of a node that stopped before it applied them, and starts a replay. Until these pings are applied,
   * verdicts wait.
   */
  async function checkQueue(): Promise<number> {
    if (state().route !== 'storing') return QUEUE_CHECK_MS;
    // Ignores errors, because presence detects an unavailable database.
    const progress = await readProgress().catch(() => null);
    if (progress !== null && progress.queuedFrom !== null) dispatch({ kind: 'queue_found' });
    return QUEUE_CHECK_MS;
  }

  async function replay(): Promise<number> {
    if (state().route === 'storing') return Number.POSITIVE_INFINITY;
    await yieldToPings();
    const { movedCount, epoch } = await enqueueSpooled({ ...options, chunk: state().chunk });
    dispatch({ kind: 'enqueued' });
    if (epoch !== options.epoch && epoch !== null) earlier.add(epoch);
    laneSpool.markQueued(movedCount);
    const spooledCount = spool.size().pings;
    if (spooledCount === 0 || epoch === options.epoch) await endEarlierEpochs();
    if (spooledCount >= options.chunk) return 0;
    if (movedCount > 0) await options.recordNow();
    await applySharedQueue();
    return 0;
  }

  async function applySharedQueue(): Promise<void> {
    const { until, queuedFrom, isClear } = await readProgress();
    const ownUntil = options.unstoredSince() ?? Number.POSITIVE_INFINITY;
    const applied = queuedFrom === null ? 0 : await options.applyQueue(Math.min(until, ownUntil));
    const { pings, oldestAt } = spool.size();
    const backlog = {
      spooled: pings,
      oldestAt: Math.min(until, queuedFrom ?? until, oldestAt ?? until),
      queuedFrom,
      isClear,
    };
    dispatch({ kind: 'queue_applied', backlog, now: clock.now() });
    if (state().route !== 'storing' && applied === 0) await replaying.pause(QUEUE_RETRY_MS);
  }

  async function endEarlierEpochs(): Promise<void> {
    if (earlier.size === 0) return;
    await options.endEpochs([...earlier]);
    earlier.clear();
  }

  /** Whether a stopping process has replayed everything, or has run out of time. */
  function isDrained(): boolean {
    if (stopBy === null) return false;
    return state().route === 'spooling' || spool.size().pings === 0 || clock.monotonic() > stopBy;
  }

  return {
    start() {
      replaying.start();
      checking.start();
    },
    async stop() {
      stopBy = clock.monotonic() + DRAIN_MS_MAX;
      void checking.stop();
      await replaying.stop();
    },
  };
}

interface Enqueued {
  /** Number of rows moved, including damaged rows. */
  readonly movedCount: number;
  /** Epoch of the pings; null if no row could be read. */
  readonly epoch: string | null;
}

/** Moves the oldest pings to the shared queue. After a crash, the queue recognizes repeated pings by their tickets. */
async function enqueueSpooled({
  spool,
  chunk: limit,
  log,
  meters,
  enqueue,
}: Pick<SpoolReplayOptions, 'spool' | 'chunk' | 'log' | 'meters' | 'enqueue'>): Promise<Enqueued> {
  const rows = spool.first(limit, CHUNK_BYTES);
  const epoch = rows.find(({ ping }) => ping !== null)?.ping?.epoch ?? null;
  const otherEpoch = rows.findIndex(({ ping }) => ping !== null && ping.epoch !== epoch);
  const chunk = otherEpoch === -1 ? rows : rows.slice(0, otherEpoch);
  const last = chunk.at(-1);
  if (last === undefined) return { movedCount: 0, epoch };
  const pings = chunk.flatMap(({ ping }): readonly SpooledPing[] => (ping === null ? [] : [ping]));
  if (pings.length > 0) await enqueue(pings);
  spool.removeThrough(last.position);
  const unreadable = chunk.length - pings.length;
  meters.dropped.unreadable.inc(unreadable);
  if (unreadable > 0) log.error({ pings: unreadable }, 'Spooled pings were dropped: their rows are damaged.');
  return { movedCount: chunk.length, epoch };
}
