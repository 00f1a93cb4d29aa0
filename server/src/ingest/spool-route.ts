import type { AppError } from '../domain/error.ts';
import type { Certainty } from '../domain/node-protocol.ts';
import type { SpoolMetrics } from '../metrics/metrics.ts';
import { createBell } from '../runtime/bell.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { createLoop } from '../runtime/loop.ts';
import { yieldToPings } from '../runtime/yield-to-pings.ts';
import type { PingQueue, ProgressQuestion, QueueProgress } from '../store/pings/queue-contract.ts';
import type { Applied } from '../store/records.ts';
import { DatabaseUnavailable, PingsFirst } from '../store/unavailable.ts';
import { announce, becomeCertain } from './announcement.ts';
import type { Numbered } from './apply-pings.ts';
import type { Arrival, PingOutcome } from './arrival.ts';
import { processEpochOf } from './epoch.ts';
import { createLaneSpool, type LaneSpoolOptions } from './lane-spool.ts';
import { handIn, type Merge } from './replay.ts';
import {
  initialRoute,
  mustWait,
  outageLine,
  type Route,
  type RouteEffect,
  type RouteEvent,
  reduceRoute,
  usesSpool,
} from './route.ts';

/** How long a commit may take before its pings go to the spool, so that senders get their answer. */
export const SLOW_MS = 1000;
/** Delay before a failed replay is tried again. */
const RETRY_MS = 250;
/** How long a stopping process replays its spool. The rest waits for the next start. */
const DRAIN_MS_MAX = 4000;
/** Interval between rounds while pings of other nodes are missing. */
const MERGE_RETRY_MS = 25;
/** Interval at which a node on the direct route checks for queued pings that no other node applies. */
const QUEUE_CHECK_MS = 1000;
/** How long new pings wait in memory for the last spooled pings. */
const CATCH_UP_MS_MAX = 1000;

export interface SpoolRouteOptions extends LaneSpoolOptions {
  /** Maximum pings handed in per transaction. */
  readonly chunk: number;
  readonly apply: (pings: readonly Numbered[], epoch: string) => Promise<readonly Applied[]>;
  readonly enqueue: PingQueue['enqueue'];
  readonly merge: Merge;
  /** See {@link PingQueue.readQueueProgress}. */
  readonly readQueueProgress: (of: Omit<ProgressQuestion, 'at'>) => Promise<QueueProgress>;
  /** Returns the arrival time of this process's oldest ping that is not handed in, in any lane. */
  readonly unstoredSince: () => number | null;
  readonly certainty: () => Certainty;
  /** Reports this node's progress to the other nodes now. */
  readonly reportNow: () => Promise<void>;
  /** Called once the spool holds no more pings from a previous process, with the epochs of those pings. */
  readonly endEpochs: (epochs: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meters: Pick<SpoolMetrics, 'spooled' | 'dropped'>;
}

/** Sends pings to the database, or to the spool while the database is unavailable. */
export interface SpoolRoute {
  /** Starts replaying the spool of a previous process. Call before the first ping. */
  start(): void;
  /** Reports that the database is unavailable. */
  lose(error: DatabaseUnavailable): void;
  /**
   * Stores a batch; call for one batch at a time. If the route changes, the result covers only the first
   * pings, and the caller submits the rest again. Rejects if the whole batch is refused.
   */
  take(arrivals: readonly Arrival[]): Promise<readonly (PingOutcome | AppError)[]>;
  /** Resolves once every ping currently in the spool is handed in. Rejects if the process stops first. */
  drain(): Promise<void>;
  route(): Route;
  /** Whether new pings may be answered from the spool, or the spool holds any. */
  usesSpool(): boolean;
  /** Whether a ping could be stored now if the database were unavailable. */
  hasCapacity(): boolean;
  /** Replays as much as possible in a few seconds, and closes the spool. */
  stop(): Promise<void>;
}

/**
 * Creates the route of one lane. It applies the pings of a monitor in the order in which they arrived, whichever nodes took them:
 *
 * - New pings go to the database directly only while no node spools pings. Each batch checks that in its transaction.
 * - A node answers pings from its spool only while no other node can use the direct route: see {@link announce}.
 * - Kept pings go to a queue in the database. From the queue they are applied in order, no further than all nodes have handed theirs in.
 *
 * {@link reduceRoute} has the routes and their transitions. This shell is one closure because everything in it shares that state.
 */
export function createSpoolRoute(options: SpoolRouteOptions): SpoolRoute {
  // Long because everything that performs the effects of the state machine shares its state.
  const { spool, clock, log } = options;
  const laneSpool = createLaneSpool(options);
  const own = [processEpochOf(options.epoch)];
  let state = initialRoute(spool.size(), options.chunk);
  /** Epochs of previous processes whose pings were in the spool. */
  const earlier = new Set<string>();
  let stopBy: number | null = null;
  let released = Promise.withResolvers<void>();
  const bell = createBell(clock);
  const replaying = createLoop({
    clock,
    bell,
    round: replay,
    retryMs: RETRY_MS,
    report: {
      onFailure: (error) => dispatch({ kind: 'replay_failed', error, now: clock.now() }),
      onSuccess: () => {},
    },
    isDraining: () => state.route !== 'direct' && !isDrained(),
  });
  const looking = createLoop({
    clock,
    firstMs: QUEUE_CHECK_MS,
    round: checkQueue,
    retryMs: QUEUE_CHECK_MS,
    report: { onFailure: () => {}, onSuccess: () => {} },
  });

  function dispatch(event: RouteEvent): void {
    const step = reduceRoute(state, event);
    state = step.state;
    for (const effect of step.effects) perform(effect);
  }

  function perform(effect: RouteEffect): void {
    if (effect.kind === 'replay') bell.ring();
    else if (effect.kind === 'release') release();
    else if (effect.kind === 'limit') limit(effect.attempt, effect.from);
    else if (effect.kind === 'log_outage') logOutage(effect.error);
    else log.info({}, 'The database is available. All spooled pings are stored.');
  }

  function release(): void {
    released.resolve();
    released = Promise.withResolvers<void>();
  }

  /** Limits how long an attempt to catch up lasts. */
  function limit(attempt: number, from: number): void {
    const delayMs = Math.max(0, from - clock.now()) + CATCH_UP_MS_MAX;
    clock.after(delayMs, () => dispatch({ kind: 'overdue', attempt }));
  }

  function logOutage(error: unknown): void {
    const { level, message } = outageLine(error);
    log[level]({ err: error }, message);
  }

  /** Finds queued pings of a node that ended after handing them in. Verdicts wait for these pings. */
  async function checkQueue(): Promise<number> {
    if (state.route !== 'direct') return QUEUE_CHECK_MS;
    // Presence detects an unavailable database, so errors are ignored here.
    const progress = await options.readQueueProgress({ own, aliveSince: state.aliveSince }).catch(() => null);
    if (progress !== null && progress.queuedFrom !== null) dispatch({ kind: 'queue_found' });
    return QUEUE_CHECK_MS;
  }

  async function replay(): Promise<number> {
    if (state.route === 'direct') return Number.POSITIVE_INFINITY;
    await yieldToPings();
    const { taken, epoch } = await handIn({ ...options, chunk: state.chunk });
    dispatch({ kind: 'handed_in' });
    if (epoch !== options.epoch && epoch !== null) earlier.add(epoch);
    laneSpool.markQueued(taken);
    const left = spool.size().pings;
    if (left === 0 || epoch === options.epoch) await endEarlierLives();
    if (left >= options.chunk) return 0;
    if (taken > 0) await options.reportNow();
    await merge();
    return 0;
  }

  async function merge(): Promise<void> {
    const { until, queuedFrom, isClear } = await options.readQueueProgress({
      own,
      aliveSince: state.aliveSince,
    });
    const ownUntil = options.unstoredSince() ?? Number.POSITIVE_INFINITY;
    const merged = queuedFrom === null ? 0 : await options.merge(Math.min(until, ownUntil));
    const { pings, oldestAt } = spool.size();
    const backlog = {
      spooled: pings,
      oldestAt: Math.min(until, queuedFrom ?? until, oldestAt ?? until),
      queuedFrom,
      isClear,
    };
    dispatch({ kind: 'merged', backlog, now: clock.now() });
    if (state.route !== 'direct' && merged === 0) await replaying.pause(MERGE_RETRY_MS);
  }

  async function endEarlierLives(): Promise<void> {
    if (earlier.size === 0) return;
    await options.endEpochs([...earlier]);
    earlier.clear();
  }

  /** Whether a stopping process has replayed everything, or has run out of time. */
  function isDrained(): boolean {
    if (stopBy === null) return false;
    return state.route === 'spooling' || spool.size().pings === 0 || clock.monotonic() > stopBy;
  }

  async function storePings(pings: readonly Numbered[]): Promise<readonly (PingOutcome | AppError)[]> {
    for (;;) {
      const late = pings.findIndex(({ command }) => mustWait(state, command.at));
      // Places the early pings alone, so that late ones don't delay their answers.
      if (late > 0) return storePings(pings.slice(0, late));
      if (late === 0) await released.promise;
      else {
        const placed = state.route === 'direct' ? await applyNow(pings) : await spoolUnlessDirect(pings);
        if (placed !== null) return placed;
      }
    }
  }

  /** Returns null if the route has changed, so that the pings need not be spooled. */
  async function spoolUnlessDirect(
    pings: readonly Numbered[],
  ): Promise<readonly (PingOutcome | AppError)[] | null> {
    if (state.isAnnounced) return laneSpool.append(pings);
    return announced(() => {
      const isWaiting = pings.some(({ command }) => mustWait(state, command.at));
      return state.route === 'direct' || isWaiting ? null : laneSpool.append(pings);
    });
  }

  /** Spools pings whose commit is in doubt. The queue recognizes committed ones by their tickets. */
  function spoolInDoubt(pings: readonly Numbered[]): Promise<readonly (PingOutcome | AppError)[]> {
    return announced(() => {
      dispatch({ kind: 'in_doubt' });
      return laneSpool.append(pings);
    });
  }

  async function announced<T>(append: () => T): Promise<T> {
    dispatch({ kind: 'announcing' });
    try {
      await announce(options);
      return append();
    } finally {
      dispatch({ kind: 'announced' });
    }
  }

  /** Returns null if the route is no longer direct. The pings were not sent to the database then. */
  async function applyNow(pings: readonly Numbered[]): Promise<readonly (PingOutcome | AppError)[] | null> {
    try {
      // A retry would take as long again, and the senders have waited long enough.
      if (pings.some(isUnsure))
        throw new DatabaseUnavailable('The database could not say whose pings these are.');
      if (!(await becomeCertain(options))) throw new DatabaseUnavailable('PostgreSQL takes no writes.');
      if (state.route !== 'direct') return null;
      const applied = await withinLimit(options.apply(pings, options.epoch), clock);
      dispatch({ kind: 'stored' });
      return applied;
    } catch (error) {
      if (error instanceof PingsFirst) {
        dispatch({ kind: 'refused', isSpooled: error.reason === 'spooled' });
        return null;
      }
      if (!(error instanceof DatabaseUnavailable)) throw error;
      dispatch({ kind: 'lost', error, now: clock.now() });
      return spoolInDoubt(pings);
    }
  }

  return {
    start() {
      const { pings } = spool.size();
      if (pings > 0) log.info({ pings }, 'Storing the spooled pings of a previous process first.');
      dispatch({ kind: 'started' });
      replaying.start();
      looking.start();
    },
    lose(error) {
      if (state.route === 'direct') dispatch({ kind: 'lost', error, now: clock.now() });
    },
    take: (arrivals) => storePings(laneSpool.assignTickets(arrivals)),
    drain: () => laneSpool.drain(),
    route: () => state.route,
    usesSpool: () => usesSpool(state, spool.size().pings, clock.now()),
    hasCapacity: () => laneSpool.hasCapacity(),
    async stop() {
      stopBy = clock.monotonic() + DRAIN_MS_MAX;
      void looking.stop();
      await replaying.stop();
      dispatch({ kind: 'stopped' });
      laneSpool.fail(new DatabaseUnavailable('Pings wait in the spool for the next start.'));
      spool.close();
    },
  };
}

function isUnsure({ monitorID }: Arrival): boolean {
  return monitorID === null;
}

/** Rejects after {@link SLOW_MS}. Tickets tell later whether the pings were committed. */
async function withinLimit(applying: Promise<readonly Applied[]>, clock: Clock): Promise<readonly Applied[]> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(SLOW_MS, () =>
    reject(new DatabaseUnavailable('PostgreSQL has taken more than a second for some pings.')),
  );
  applying.catch(() => undefined);
  return Promise.race([applying, promise]).finally(cancel);
}
