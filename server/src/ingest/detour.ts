import type { Clock } from '../clock.ts';
import { AppError } from '../domain/error.ts';
import type { Log } from '../log.ts';
import type { Spool } from '../store/spool.ts';
import type { Applied } from '../store/store.ts';
import { StoreAway } from '../store/store-away.ts';
import type { StoredElsewhere } from '../store/stored-elsewhere.ts';
import type { Numbered } from './apply-pings.ts';
import { type Arrival, spooledEvent, type Taken } from './arrival.ts';
import { lifeOf } from './epoch.ts';
import { keepInSpool } from './keep.ts';
import { createProgress } from './progress.ts';
import { type ReplayOptions, replayChunk } from './replay.ts';
import { type Turn, type Way, wayAfter } from './way.ts';

/** How often it is tried whether the database is back. */
const RETRY_MS = 250;
/** How long a process that ends goes on replaying while the database takes it. The rest waits for its next start. */
const DRAIN_MS_MAX = 10_000;
/** How soon it looks again whether others are as far as this node. */
const AHEAD_RETRY_MS = 20;
/**
 * How far a node goes ahead of others when they replay: two pings of one monitor that came to two nodes closer together than
 * this may be applied the wrong way round. With less they would take turns for each ping.
 */
const AHEAD_MS_MAX = 500;
/** Who is so close behind has caught up: the clocks of nodes may differ by half a second, and their signs come now and then. */
const BEHIND_MS_MAX = 2000;
/** Who has been silent for longer when the database goes away was not there any more. */
const SILENT_MS_MAX = 10_000;
const FULL_RETRY_AFTER_SECONDS = 5;

export interface DetourOptions {
  readonly spool: Spool;
  /** Pings that may wait in the spool; other spools of this process may have a share in it. */
  readonly pingsMax: () => number;
  /** Pings replayed in one transaction at most. */
  readonly chunk: number;
  /** What the tickets are counted under: names the life of this process, and the lane in it. */
  readonly epoch: string;
  readonly newID: () => string;
  readonly apply: (pings: readonly Numbered[], epoch: string) => Promise<readonly Applied[]>;
  /** See {@link import('../store/store.ts').WatchdogStore.storedElsewhere}. */
  readonly storedElsewhere: (of: Omit<StoredElsewhere, 'at'>) => Promise<number>;
  /** Called while others wait: tells them how far this node is, sooner than they would hear of it. */
  readonly sign: () => Promise<void>;
  /** Called when no ping of an earlier life is left in the spool. */
  readonly endEpoch: (epoch: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meters: ReplayOptions['meters'];
}

/** The way of pings to the database, by the spool while it is away. */
export interface Detour {
  /** Begins to replay what an earlier process left, and looks whether others do. No ping goes anywhere before. */
  start(): void;
  /** Says that the database was found to be away, though no ping came. */
  lose(error: StoreAway): void;
  /** Takes a batch; to be called with one after the other. Rejects when all of it is refused. */
  take(arrivals: readonly Arrival[]): Promise<readonly (Taken | AppError)[]>;
  /** Resolves when all that is in the spool now has been stored; rejects when this process ends before. */
  settle(): Promise<void>;
  way(): Way;
  /** Whether a ping that comes now would be kept if the database were away. */
  hasRoom(): boolean;
  /** Replays what can be replayed quickly, and closes the spool. */
  stop(): Promise<void>;
}

export function createDetour(options: DetourOptions): Detour {
  const { spool, clock, log, meters } = options;
  let way: Way = spool.size().pings > 0 ? 'replaying' : 'closing';
  /** Who was there since may have pings of the outage, even if it has not said so yet. */
  let aliveSince = (spool.size().oldestAt ?? Number.POSITIVE_INFINITY) - SILENT_MS_MAX;
  let running: Promise<void> = Promise.resolve();
  let ticket = 0;
  const progress = createProgress();
  progress.take(spool.size().pings);
  let isSpoolWell = true;
  let isReplaying = false;
  /** Fewer after each failure: what a database in trouble can't do at once it may do in pieces. */
  let chunk = options.chunk;
  /** Whether the log was told that something is wrong, and not yet that it is right again. */
  let isTold = false;
  /** Earlier lives of which pings were in the spool. */
  const earlier = new Set<string>();
  let stopBy: number | null = null;
  let reopened = Promise.withResolvers<void>();
  let cancelPause = (): void => {};

  function turn(happening: Turn): void {
    way = wayAfter(happening, options.chunk);
    if (way === 'closing') return;
    reopened.resolve();
    reopened = Promise.withResolvers<void>();
  }

  function lose(error: unknown): void {
    turn({ kind: 'away' });
    aliveSince = Math.min(aliveSince, clock.now() - SILENT_MS_MAX);
    if (!isTold && error instanceof StoreAway)
      log.warn({ err: error }, 'The database is away. Pings wait for it in the spool.');
    else if (!isTold)
      log.error({ err: error }, 'The pings of the spool could not be stored; it tries again.');
    isTold = true;
    if (!isReplaying) running = replay();
  }

  async function replay(): Promise<void> {
    isReplaying = true;
    while (way !== 'direct' && !isOver()) {
      await new Promise((resolve) => setImmediate(resolve));
      try {
        await replayOnce();
      } catch (error) {
        chunk = Math.max(1, Math.floor(chunk / 2));
        lose(error);
        await pause(RETRY_MS);
      }
    }
    isReplaying = false;
  }

  async function replayOnce(): Promise<void> {
    const { taken, epoch, until } = await replayChunk({ ...options, chunk, mayReplayUntil });
    chunk = Math.min(options.chunk, chunk * 2);
    if (epoch !== options.epoch && epoch !== null) earlier.add(epoch);
    const left = spool.size().pings;
    const isAhead = Number.isFinite(until);
    turn(isAhead ? { kind: 'ahead' } : { kind: 'stored', left });
    progress.end(taken);
    if (way === 'direct') comeBack();
    if (left === 0) await endEarlierLives();
    if (!isAhead) return;
    if (taken > 0) await options.sign();
    else await pause(AHEAD_RETRY_MS);
  }

  /**
   * A ping makes the verdicts that were due before it. So nodes that were away from the database go on side by side, in the order
   * of time: the one with the oldest ping is held up by nobody.
   */
  async function mayReplayUntil(life: string | null): Promise<number> {
    const own = (life === null ? [options.epoch] : [options.epoch, life]).map(lifeOf);
    const stored = await options.storedElsewhere({ own, aliveSince });
    return stored >= clock.now() - BEHIND_MS_MAX ? Number.POSITIVE_INFINITY : stored + AHEAD_MS_MAX;
  }

  function comeBack(): void {
    aliveSince = Number.POSITIVE_INFINITY;
    tellBack();
  }

  async function endEarlierLives(): Promise<void> {
    for (const life of earlier) await options.endEpoch(life);
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

  function pause(ms: number): Promise<void> {
    if (isOver()) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(ms, resolve);
    cancelPause = () => {
      cancel();
      resolve();
    };
    return promise;
  }

  function number(arrival: Arrival): Numbered {
    ticket += 1;
    const { command } = arrival;
    // The sender may be told it before the database is asked, and then it must stay true.
    return command.rid === null
      ? { ...arrival, ticket, command: { ...command, newRunID: options.newID() } }
      : { ...arrival, ticket };
  }

  function keep(pings: readonly Numbered[]): readonly (Taken | AppError)[] {
    isSpoolWell = false;
    const kept = keepInSpool(spool, pings, { epoch: options.epoch, pingsMax: options.pingsMax() });
    isSpoolWell = true;
    progress.take(kept.length);
    meters.spooled.inc(kept.length);
    return pings.map((_, index) => {
      const ping = kept[index];
      return ping === undefined ? full() : { outcome: 'spooled', event: spooledEvent(ping.command) };
    });
  }

  return {
    start() {
      const { pings } = spool.size();
      if (pings > 0) log.info({ pings }, 'Pings that an earlier process left in the spool are stored first.');
      running = replay();
    },
    lose(error) {
      if (way === 'direct') lose(error);
    },
    async take(arrivals) {
      const pings = arrivals.map(number);
      while (way === 'closing') await reopened.promise;
      // To ask again would take as long again, and the senders have waited long enough.
      if (way === 'direct' && arrivals.some(isUnsure))
        lose(new StoreAway('The database could not say whose pings these are.'));
      if (way !== 'direct') return keep(pings);
      try {
        const applied = await options.apply(pings, options.epoch);
        tellBack();
        return applied;
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error;
        lose(error);
        return keep(pings);
      }
    },
    settle: () => progress.settle(),
    way: () => way,
    hasRoom: () => isSpoolWell && spool.size().pings < options.pingsMax(),
    async stop() {
      stopBy = clock.monotonic() + DRAIN_MS_MAX;
      cancelPause();
      await running;
      turn({ kind: 'away' });
      progress.fail(new StoreAway('Pings wait in the spool for the next start.'));
      spool.close();
    },
  };
}

/** The database was away when it was asked whose ping it is. */
function isUnsure({ monitorID }: Arrival): boolean {
  return monitorID === null;
}

function full(): AppError {
  return new AppError(
    'unavailable',
    'The database is away, and no more pings can wait for it. Send it again.',
    {
      retryAfterSeconds: FULL_RETRY_AFTER_SECONDS,
    },
  );
}
