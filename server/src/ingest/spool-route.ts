import type { AppError } from '../domain/error.ts';
import type { SpoolMetrics } from '../metrics/metrics.ts';
import { createBell } from '../runtime/bell.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { createLoop } from '../runtime/loop.ts';
import { yieldToPings } from '../runtime/yield-to-pings.ts';
import type { PingQueue, Standing, StoredElsewhere } from '../store/pings/queue-contract.ts';
import type { Applied } from '../store/records.ts';
import { DatabaseUnavailable, PingsFirst } from '../store/unavailable.ts';
import { announce, becomeCertain, type Certainty } from './announcement.ts';
import type { Numbered } from './apply-pings.ts';
import type { Arrival, Taken } from './arrival.ts';
import { lifeOf } from './epoch.ts';
import { createKept, type KeptOptions } from './kept.ts';
import { handIn, type Merge } from './replay.ts';
import { closingStepAt, laterClosingStep, type Way, wayAfter } from './route.ts';

/** A commit that takes longer hangs: its pings go to the spool, while their senders still wait. */
export const SLOW_MS = 1000;
/** How often it is tried whether the database is back. */
const RETRY_MS = 250;
/** How long a process that ends goes on handing in while the database takes it. The rest waits for its next start. */
const DRAIN_MS_MAX = 4000;
/** How soon it looks again whether all kept pings are applied. */
const LOOK_AGAIN_MS = 25;
/** How often a node without a ping to store looks whether the queue holds some that nobody else applies. */
const LOOK_AROUND_MS = 1000;
/** New pings wait in memory for the last kept ones for no longer than this. */
const CLOSING_MS_MAX = 1000;
/** Chunks in the spool when that begins. */
const CLOSING_AT = 5;
/** A node that has been silent for longer when the database goes away was not there any more. */
const SILENT_MS_MAX = 10_000;

export interface SpoolRouteOptions extends KeptOptions {
  /** Pings handed in within one transaction at most. */
  readonly chunk: number;
  readonly apply: (pings: readonly Numbered[], epoch: string) => Promise<readonly Applied[]>;
  readonly enqueue: PingQueue['enqueue'];
  readonly merge: Merge;
  /** See {@link PingQueue.standing}. */
  readonly standing: (of: Omit<StoredElsewhere, 'at'>) => Promise<Standing>;
  /** When the oldest ping came that this process has taken and not handed in yet, in any of its lanes. */
  readonly waitingFrom: () => number | null;
  readonly certainty: () => Certainty;
  /** Tells other nodes how far this one is, sooner than they would hear of it. */
  readonly sign: () => Promise<void>;
  /** Called when no ping of earlier lives is left in the spool, with the epochs of those that were. */
  readonly endEpochs: (epochs: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meters: Pick<SpoolMetrics, 'spooled' | 'dropped'>;
}

/** The way of pings to the database, by the spool while it is away. */
export interface SpoolRoute {
  /** Begins to hand in what an earlier process left, and looks whether others keep pings. No ping goes anywhere before. */
  start(): void;
  /** Says that the database was found to be away, though no ping came. */
  lose(error: DatabaseUnavailable): void;
  /**
   * Takes a batch, one batch at a time. While the way changes, the answer covers only the first pings of the batch; give the
   * others again. Rejects when the whole batch is refused.
   */
  take(arrivals: readonly Arrival[]): Promise<readonly (Taken | AppError)[]>;
  /** Resolves when all that is in the spool now has been handed in; rejects when this process ends before. */
  settle(): Promise<void>;
  way(): Way;
  /** Whether new pings may be answered from the spool, or some of those are still in it. */
  keeps(): boolean;
  /** Whether a ping that comes now would be kept if the database were away. */
  hasRoom(): boolean;
  /** Hands in what can be handed in quickly, and closes the spool. */
  stop(): Promise<void>;
}

/**
 * Pings of one monitor are applied in the order in which they came, whichever nodes took them:
 *
 * - New pings go to the database directly only while no node keeps pings. Each batch asks for that in its transaction.
 * - A node answers pings from its spool only when no other node can go on directly: see {@link announce}.
 * - Kept pings go to a queue in the database, and from there they are applied in order, no further than all nodes have handed theirs in.
 */
export function createSpoolRoute(options: SpoolRouteOptions): SpoolRoute {
  const { spool, clock, log } = options;
  const kept = createKept(options);
  let way: Way = spool.size().pings > 0 ? 'replaying' : 'closing';
  /** New pings from then on wait in memory while the way is `closing`. */
  let closingFrom = Number.NEGATIVE_INFINITY;
  let closing = 0;
  let isAnnounced = false;
  let isAnnouncing = false;
  /** A node that was there since may have pings of the outage, even if it has not said so yet. */
  let aliveSince = (spool.size().oldestAt ?? Number.POSITIVE_INFINITY) - SILENT_MS_MAX;
  /** Fewer after each failure: what a database in trouble can't do at once it may do in pieces. */
  let chunk = options.chunk;
  /** Whether the log was told that something is wrong, and not yet that it is right again. */
  let isTold = false;
  /** Earlier lives of which pings were in the spool. */
  const earlier = new Set<string>();
  let stopBy: number | null = null;
  let reopened = Promise.withResolvers<void>();
  const leftDirect = createBell(clock);
  const replaying = createLoop({
    clock,
    bell: leftDirect,
    round: replay,
    retryMs: RETRY_MS,
    report: { onFailure: fail, onSuccess: () => {} },
    isDraining: () => way !== 'direct' && !isOver(),
  });
  const looking = createLoop({
    clock,
    firstMs: LOOK_AROUND_MS,
    round: lookAround,
    retryMs: LOOK_AROUND_MS,
    report: { onFailure: () => {}, onSuccess: () => {} },
  });

  function turn(next: Way): void {
    if (next === way) return;
    isAnnounced &&= way !== 'closing' && next !== 'direct' && next !== 'closing';
    way = next;
    if (next === 'closing') {
      close();
      return;
    }
    release();
    if (next !== 'direct') leftDirect.ring();
  }

  /** Lets the pings that wait in memory look again where they may go. */
  function release(): void {
    reopened.resolve();
    reopened = Promise.withResolvers<void>();
  }

  /** Pings before `from` no longer wait in memory. They go to the spool. */
  function closeFrom(from: number): void {
    if (from === closingFrom) return;
    closingFrom = from;
    close();
    release();
  }

  /** For a short time only, whatever the database does meanwhile. */
  function close(): void {
    closing += 1;
    const number = closing;
    const delayMs = Math.max(0, closingFrom - clock.now()) + CLOSING_MS_MAX;
    clock.after(delayMs, () => {
      if (way === 'closing' && closing === number) turn('replaying');
    });
    leftDirect.ring();
  }

  function lose(error: unknown): void {
    turn('spooling');
    aliveSince = Math.min(aliveSince, clock.now() - SILENT_MS_MAX);
    if (!isTold && error instanceof DatabaseUnavailable)
      log.warn({ err: error }, 'The database is away. Pings wait for it in the spool.');
    else if (!isTold)
      log.error({ err: error }, 'The pings of the spool could not be stored; it tries again.');
    isTold = true;
  }

  /** A node may have ended after it handed in its pings, and verdicts wait for them. */
  async function lookAround(): Promise<number> {
    if (way !== 'direct') return LOOK_AROUND_MS;
    const own = [lifeOf(options.epoch)];
    // Presence notices by itself when the database is away.
    const standing = await options.standing({ own, aliveSince }).catch(() => null);
    if (standing !== null && standing.queuedFrom !== null && way === 'direct') turn('replaying');
    return LOOK_AROUND_MS;
  }

  async function replay(): Promise<number> {
    if (way === 'direct') return Number.POSITIVE_INFINITY;
    await yieldToPings();
    await replayOnce();
    return 0;
  }

  function fail(error: unknown): void {
    chunk = Math.max(1, Math.floor(chunk / 2));
    lose(error);
  }

  async function replayOnce(): Promise<void> {
    const { taken, epoch } = await handIn({ ...options, chunk });
    chunk = Math.min(options.chunk, chunk * 2);
    if (epoch !== options.epoch && epoch !== null) earlier.add(epoch);
    kept.end(taken);
    const left = spool.size().pings;
    if (left === 0 || epoch === options.epoch) await endEarlierLives();
    if (left >= options.chunk) return;
    if (taken > 0) await options.sign();
    await mergeOnce();
  }

  async function mergeOnce(): Promise<void> {
    const { until, queuedFrom, isClear } = await options.standing({
      own: [lifeOf(options.epoch)],
      aliveSince,
    });
    const ownUntil = options.waitingFrom() ?? Number.POSITIVE_INFINITY;
    const merged = queuedFrom === null ? 0 : await options.merge(Math.min(until, ownUntil));
    const now = clock.now();
    const spooled = spool.size().pings;
    const oldestAt = Math.min(until, queuedFrom ?? until, spool.size().oldestAt ?? until);
    const next = wayAfter(
      way,
      { spooled, oldestAt, queuedFrom, isClear },
      { now, spooledMax: CLOSING_AT * options.chunk, closingFrom },
    );
    if (next === 'closing' && way !== 'closing') closingFrom = closingStepAt(now);
    else if (next === 'closing') closeFrom(laterClosingStep(closingFrom, queuedFrom));
    turn(next);
    if (next === 'direct') comeBack();
    else if (merged === 0) await replaying.pause(LOOK_AGAIN_MS);
  }

  function comeBack(): void {
    aliveSince = Number.POSITIVE_INFINITY;
    tellBack();
  }

  async function endEarlierLives(): Promise<void> {
    if (earlier.size === 0) return;
    await options.endEpochs([...earlier]);
    earlier.clear();
  }

  function tellBack(): void {
    if (isTold) log.info({}, 'The database is back, and has all pings that waited for it.');
    isTold = false;
  }

  function isOver(): boolean {
    if (stopBy === null) return false;
    return way === 'spooling' || spool.size().pings === 0 || clock.monotonic() > stopBy;
  }

  async function place(pings: readonly Numbered[]): Promise<readonly (Taken | AppError)[]> {
    for (;;) {
      const late = way === 'closing' ? pings.findIndex(({ command }) => command.at >= closingFrom) : -1;
      // The late pings of the batch wait. Their senders must not hold back the answers to the early ones.
      if (late > 0) return place(pings.slice(0, late));
      if (late === 0) await reopened.promise;
      else {
        const placed = way === 'direct' ? await applyNow(pings) : await keepUnlessOpen(pings);
        if (placed !== null) return placed;
      }
    }
  }

  /** Null when the way has changed meanwhile, so that nothing needs to be kept. */
  async function keepUnlessOpen(pings: readonly Numbered[]): Promise<readonly (Taken | AppError)[] | null> {
    if (isAnnounced) return kept.keep(pings);
    return announced(() => {
      const mustWait = way === 'closing' && pings.some(({ command }) => command.at >= closingFrom);
      return way === 'direct' || mustWait ? null : kept.keep(pings);
    });
  }

  /** For pings of which it is not known whether the database has them: only the queue can tell by their tickets. */
  function keepInDoubt(pings: readonly Numbered[]): Promise<readonly (Taken | AppError)[]> {
    return announced(() => {
      if (way !== 'spooling') turn('replaying');
      return kept.keep(pings);
    });
  }

  async function announced<T>(keep: () => T): Promise<T> {
    isAnnouncing = true;
    try {
      await announce(options);
      return keep();
    } finally {
      isAnnouncing = false;
      isAnnounced = way === 'spooling' || way === 'replaying';
    }
  }

  /** Null when the way is no longer direct, and nothing was sent to the database. */
  async function applyNow(pings: readonly Numbered[]): Promise<readonly (Taken | AppError)[] | null> {
    try {
      // To ask again would take as long again, and the senders have waited long enough.
      if (pings.some(isUnsure))
        throw new DatabaseUnavailable('The database could not say whose pings these are.');
      if (!(await becomeCertain(options))) throw new DatabaseUnavailable('PostgreSQL takes no writes.');
      if (way !== 'direct') return null;
      const applied = await inTime(options.apply(pings, options.epoch));
      tellBack();
      return applied;
    } catch (error) {
      if (error instanceof PingsFirst) {
        closingFrom = Number.NEGATIVE_INFINITY;
        turn(error.reason === 'kept' ? 'replaying' : 'closing');
        return null;
      }
      if (!(error instanceof DatabaseUnavailable)) throw error;
      lose(error);
      return keepInDoubt(pings);
    }
  }

  /** What comes of it later is known by the tickets. */
  async function inTime(applying: Promise<readonly Applied[]>): Promise<readonly Applied[]> {
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = clock.after(SLOW_MS, () =>
      reject(new DatabaseUnavailable('PostgreSQL has taken more than a second for some pings.')),
    );
    applying.catch(() => undefined);
    return Promise.race([applying, promise]).finally(cancel);
  }

  return {
    start() {
      const { pings } = spool.size();
      if (pings > 0) log.info({ pings }, 'Pings that an earlier process left in the spool are stored first.');
      if (way === 'closing') close();
      replaying.start();
      looking.start();
    },
    lose(error) {
      if (way === 'direct') lose(error);
    },
    take: (arrivals) => place(kept.number(arrivals)),
    settle: () => kept.settle(),
    way: () => way,
    keeps: () =>
      way === 'spooling' ||
      way === 'replaying' ||
      isAnnouncing ||
      isAnnounced ||
      spool.size().pings > 0 ||
      (way === 'closing' && clock.now() < closingFrom),
    hasRoom: () => kept.hasRoom(),
    async stop() {
      stopBy = clock.monotonic() + DRAIN_MS_MAX;
      void looking.stop();
      await replaying.stop();
      turn('spooling');
      kept.fail(new DatabaseUnavailable('Pings wait in the spool for the next start.'));
      spool.close();
    },
  };
}

/** The database was away when it was asked whose ping it is. */
function isUnsure({ monitorID }: Arrival): boolean {
  return monitorID === null;
}
