import { AppError } from '../domain/error.ts';
import type { IngestStore, Tickets } from '../store/pings/contract.ts';
import type { Applied } from '../store/records.ts';
import type { SpoolSize } from '../store/spool/contract.ts';
import type { DatabaseUnavailable } from '../store/unavailable.ts';
import { applyPings, type Numbered, UNANSWERED } from './apply-pings.ts';
import type { Arrival, Found, Taken } from './arrival.ts';
import { lifeOf } from './epoch.ts';
import { findOwner } from './find.ts';
import { createProgress } from './progress.ts';
import { createSpoolRoute, type SpoolRouteOptions } from './spool-route.ts';

/** Pings in one transaction at most, so that a commit stays short whatever waits behind it. */
const BATCH_MAX = 1000;
/** How long a batch gathers at most. */
const GATHER_MS_MAX = 10;
/** Bytes of bodies that may wait, however few pings they belong to. */
const BYTES_WAITING_MAX = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 1;

/** What becomes of pings now. `refusing`: the database is away, and the spool is full or can't be written. */
export type Doing = 'storing' | 'spooling' | 'replaying' | 'refusing';

export interface Ingest {
  /** Begins with what an earlier process left in the spool. */
  start(): void;
  /** To be called when the database is found to be away, so that what comes next waits for what other nodes keep until it is back. */
  lose(error: DatabaseUnavailable): void;
  /** Whose ping key it is. Rejects with `unavailable` when the database is away and there is no spool. */
  find(pingKey: string): Promise<Found> | Found;
  /**
   * Takes a ping, and resolves when it is durable: applied, or in the spool. Rejects with `unavailable` when there is no room for
   * it or the database refuses: the ping is then not recorded, and its sender must try again.
   */
  submit(arrival: Arrival): Promise<Taken>;
  /** Resolves when all that was submitted before the call is in the database or refused. Rejects when the process ends before. */
  settle(): Promise<void>;
  /** Pings waiting in memory for their commit. */
  waiting(): number;
  /** When the oldest ping came that was taken and is not in the database yet; null when all are. */
  waitingFrom(): number | null;
  /** Whether new pings may be answered from the spool, or some of those are still in it. */
  keeps(): boolean;
  doing(): Doing;
  /** Whether a ping that comes now would be kept even if the database were away. */
  isKeeping(): boolean;
  spooled(): SpoolSize;
  /** Finishes what is in memory, replays what can be replayed quickly, and closes the spool. To be called once no ping comes. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly arrival: Arrival;
  readonly resolve: (taken: Taken) => void;
  readonly reject: (error: unknown) => void;
}

export interface IngestOptions {
  readonly store: IngestStore;
  readonly waitingMax: number;
  /** Called before each batch: the watchdog's chance to notice that the service was asleep. */
  readonly beforeBatch: () => Promise<void>;
  /** Called after each batch that the database has, with what came of it and when it was begun (monotonic milliseconds). */
  readonly afterBatch: (applied: readonly Applied[], startedAt: number) => void;
  readonly monotonic: () => number;
  /** What the tickets are counted under: names the life of this process, and the lane in it. */
  readonly epoch: string;
  /** Where pings wait while the database is away; null for a database that is part of this machine. */
  readonly spoolRoute: Omit<SpoolRouteOptions, 'apply' | 'epoch'> | null;
}

const NOTHING_SPOOLED: SpoolSize = { pings: 0, bytes: 0, oldestAt: null };

/**
 * The buffer between the ping endpoints and the store. While one batch commits, the next gathers, so that under load many
 * pings share one fsync and a lone ping waits for nobody.
 */
export function createIngest(options: IngestOptions): Ingest {
  const { store, epoch } = options;
  const spoolRoute =
    options.spoolRoute === null
      ? null
      : createSpoolRoute({ ...options.spoolRoute, epoch, apply: applyNumbered });
  let queue: Waiting[] = [];
  let bytes = 0;
  let inCommit: readonly Waiting[] = [];
  let scheduled = false;
  /** Pings taken so far. */
  let submitted = 0;
  const progress = createProgress();

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    const startedAt = options.monotonic();
    // The first of these runs in the turn of the event loop that is under way: the comparison needs a whole turn.
    setImmediate(() => gather(submitted, startedAt));
  }

  /** Waits while each turn of the event loop still brings pings, so that a burst of connections shares its commits. */
  function gather(before: number, startedAt: number): void {
    setImmediate(() => {
      const isGrowing = submitted > before && queue.length < BATCH_MAX;
      if (isGrowing && options.monotonic() - startedAt < GATHER_MS_MAX) gather(submitted, startedAt);
      else void flush();
    });
  }

  async function flush(): Promise<void> {
    const batch = queue.slice(0, BATCH_MAX);
    queue = queue.slice(BATCH_MAX);
    inCommit = batch;
    const count = await commit(batch);
    inCommit = [];
    queue = [...batch.slice(count), ...queue];
    progress.end(count);
    scheduled = false;
    if (queue.length > 0) schedule();
  }

  /** Returns how many pings of the batch were answered, the first ones: while the way changes, later ones wait. */
  async function commit(batch: readonly Waiting[]): Promise<number> {
    const arrivals = batch.map(({ arrival }) => arrival);
    let count = batch.length;
    try {
      const taken =
        // Without a spool nothing is applied a second time: no tickets are needed.
        spoolRoute === null ? await applyBatch(arrivals) : await spoolRoute.take(arrivals);
      if (spoolRoute !== null) count = taken.length;
      batch.slice(0, count).forEach(({ resolve, reject }, index) => {
        const outcome = taken[index] ?? UNANSWERED;
        if (outcome instanceof AppError) reject(outcome);
        else resolve(outcome);
      });
    } catch (cause) {
      const error = notStored('The ping could not be stored. Send it again.', cause);
      for (const { reject } of batch) reject(error);
    } finally {
      for (const { request } of arrivals.slice(0, count)) bytes -= request.body?.byteLength ?? 0;
    }
    return count;
  }

  function applyNumbered(pings: readonly Numbered[], of: string): Promise<readonly Applied[]> {
    return applyBatch(pings, { epoch: of, life: lifeOf(of), numbers: pings.map(({ ticket }) => ticket) });
  }

  async function applyBatch(pings: readonly Arrival[], tickets?: Tickets): Promise<readonly Applied[]> {
    const startedAt = options.monotonic();
    await options.beforeBatch();
    const applied = await applyPings(store, pings, tickets);
    options.afterBatch(applied, startedAt);
    return applied;
  }

  return {
    start: () => spoolRoute?.start(),
    lose: (error) => spoolRoute?.lose(error),
    find: (pingKey) => findOwner(store, spoolRoute, pingKey),
    submit(arrival) {
      const size = arrival.request.body?.byteLength ?? 0;
      const isFull = queue.length + inCommit.length >= options.waitingMax;
      if (isFull || (size > 0 && bytes + size > BYTES_WAITING_MAX)) {
        return Promise.reject(
          notStored('More pings are waiting than can be stored right now. Send it again.'),
        );
      }
      bytes += size;
      submitted += 1;
      progress.take(1);
      const { promise, resolve, reject } = Promise.withResolvers<Taken>();
      queue.push({ arrival, resolve, reject });
      schedule();
      return promise;
    },
    async settle() {
      await progress.settle();
      await spoolRoute?.settle();
    },
    waiting: () => queue.length + inCommit.length,
    waitingFrom() {
      const first = (inCommit[0] ?? queue[0])?.arrival.command.at ?? null;
      const spooled = options.spoolRoute?.spool.size().oldestAt ?? null;
      return first === null || spooled === null ? (first ?? spooled) : Math.min(first, spooled);
    },
    keeps: () => spoolRoute?.keeps() ?? false,
    doing() {
      const way = spoolRoute?.way() ?? 'direct';
      if (spoolRoute === null || way === 'direct') return 'storing';
      if (!spoolRoute.hasRoom()) return 'refusing';
      return way === 'spooling' ? 'spooling' : 'replaying';
    },
    isKeeping: () => spoolRoute?.hasRoom() ?? false,
    spooled: () => options.spoolRoute?.spool.size() ?? NOTHING_SPOOLED,
    async stop() {
      await progress.settle();
      await spoolRoute?.stop();
    },
  };
}

function notStored(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}
