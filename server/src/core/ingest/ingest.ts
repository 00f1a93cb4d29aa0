import { AppError } from '@overdue/domain/error.ts';
import { type ApplyOutcome, MISSING_OUTCOME } from '../../database/records.ts';
import type { DatabaseUnavailable } from '../../database/unavailable.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import type { IngestStore, SlugAddress, Tickets } from '../contract.ts';
import type { SpoolSize } from '../spool/contract.ts';
import {
  type AcceptedPing,
  type PingOutcome,
  type PingTarget,
  pingOutcome,
  type SlugTarget,
} from './accepted-ping.ts';
import { applyPings, type TicketedPing } from './apply-pings.ts';
import { createDrainProgress } from './drain-progress.ts';
import { processEpochOf } from './epoch.ts';
import { findBySlug, findTarget } from './find-target.ts';
import { createPingRoute, type PingRouteOptions } from './route/ping-route.ts';
import type { Route } from './route/storage-route.ts';
import { createTeamShare } from './team-share.ts';

/** Maximum pings per batch. Keeps commits short. */
const BATCH_MAX = 1000;
/** Maximum total bytes of their bodies; a batch has at least one ping. Writing more would stop the event loop for too long. */
const BATCH_BYTES_MAX = 4 * 1024 * 1024;
/** Maximum total bytes of bodies waiting in memory. */
const BYTES_WAITING_MAX = 64 * 1024 * 1024;
/** Maximum refused pings that wait for their answer. Each needs little memory, because its body is not kept. */
const UNANSWERED_MAX = 50_000;
const RETRY_AFTER_SECONDS = 1;

/** Route of new pings. `refusing`: the database is unavailable, and the spool is full or not writable. */
export type RouteOrRefusal = Route | 'refusing';

export interface Ingest {
  /** Starts replaying the spool of a previous process. */
  start(): void;
  /**
   * Tells the ingest that the database is unavailable. This node then spools new pings too, so that they don't overtake pings in
   * other nodes' spools.
   */
  reportUnavailable(error: DatabaseUnavailable): void;
  /** Returns the monitor of a ping ID. Without a spool, rejects with `unavailable` while the database is unavailable. */
  find(normalizedPingID: string): Promise<PingTarget> | PingTarget;
  /** Returns the monitor of a slug. While the database is unavailable, finds only slugs used since the process started. */
  findBySlug(address: SlugAddress): Promise<SlugTarget> | SlugTarget;
  /** Submits a ping. Resolves once the ping is applied or spooled. Rejects with `unavailable` if neither is possible. */
  submit(arrival: AcceptedPing): Promise<PingOutcome>;
  /** Resolves once every ping submitted before the call is in the database or refused. Rejects if the process stops first. */
  drain(): Promise<void>;
  /** Returns the number of pings waiting in memory for their commit. */
  pingsInMemory(): number;
  /** Returns the arrival time of the oldest ping that is not in the database yet; null if there is none. */
  unstoredSince(): number | null;
  /** Whether new pings may go to the spool, or the spool holds pings. */
  usesSpool(): boolean;
  route(): RouteOrRefusal;
  /** Whether a ping could be stored now if the database were unavailable. */
  hasSpoolCapacity(): boolean;
  spooled(): SpoolSize;
  /** Stores waiting pings, replays the spool for a few seconds, and closes the spool. Call after the last ping. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly arrival: AcceptedPing;
  /** Gives up the ping's part of the queue, and answers its sender. */
  readonly settle: (outcome: PingOutcome | AppError) => void;
}

export interface IngestOptions {
  readonly store: IngestStore;
  readonly waitingMax: number;
  /** Called before each batch. Lets the presence check detect that the process was suspended. */
  readonly beforeBatch: () => Promise<void>;
  /** Called after each committed batch, with its outcomes and its start (monotonic milliseconds). */
  readonly afterBatch: (applied: readonly ApplyOutcome[], startedAt: number) => void;
  /**
   * Called when a ping is refused because it could not be stored, with its arrival time. The sender may not repeat the ping. `teamID`: the
   * team whose share is used up; null if the service can't store pings, or doesn't know the team.
   */
  readonly onRefused: (arrivedAt: number, teamID: string | null) => void;
  /** Called when a ping of a busy monitor is refused because its team sends too many. */
  readonly onTeamLimited: () => void;
  /** Called when pings are stored, in the database or in the spool. */
  readonly onStored: () => void;
  readonly monotonic: () => number;
  /** Time of day, at which keys of projects expire. */
  readonly now: () => number;
  /** ID of this lane within this start of the process. Each lane numbers its own tickets. */
  readonly laneEpoch: string;
  /** Stores pings while the database is unavailable. Null for a local database. */
  readonly pingRoute: Omit<PingRouteOptions, 'apply' | 'epoch'> | null;
}

const NOTHING_SPOOLED: SpoolSize = { pings: 0, bytes: 0, oldestAt: null };

/** Buffers pings. While a batch commits, the next batch fills, so that pings share one fsync under load. */
export function createIngest(options: IngestOptions): Ingest {
  const { store, laneEpoch } = options;
  const pingRoute =
    options.pingRoute === null
      ? null
      : createPingRoute({ ...options.pingRoute, epoch: laneEpoch, apply: applyTicketed });
  let queue: Waiting[] = [];
  const share = createTeamShare({ pingsMax: options.waitingMax, bytesMax: BYTES_WAITING_MAX });
  let inCommit: readonly Waiting[] = [];
  let isFlushing = false;
  let flushed = Promise.withResolvers<void>();
  let unanswered = 0;
  let submitted = 0;
  const progress = createDrainProgress();

  function lookupContext() {
    return { store, route: pingRoute?.route() ?? null, now: options.monotonic() };
  }

  /** Commits the next batch. No other commit may be scheduled or in progress. */
  async function flush(): Promise<void> {
    isFlushing = true;
    await waitForBurst({
      count: () => submitted,
      isFull: () => queue.length >= BATCH_MAX,
      monotonic: options.monotonic,
    });
    const size = batchSize();
    const batch = queue.slice(0, size);
    queue = queue.slice(size);
    inCommit = batch;
    const count = await commit(batch);
    inCommit = [];
    queue = [...batch.slice(count), ...queue];
    progress.end(count);
    isFlushing = false;
    flushed.resolve();
    flushed = Promise.withResolvers();
    if (queue.length > 0) void flush();
  }

  /** Returns how many of the first waiting pings make up the next batch. */
  function batchSize(): number {
    let bytes = 0;
    const end = queue.findIndex(({ arrival }, index) => {
      bytes += arrival.request.body?.byteLength ?? 0;
      return index >= BATCH_MAX || (index > 0 && bytes > BATCH_BYTES_MAX);
    });
    return end === -1 ? queue.length : end;
  }

  /**
   * Commits a batch. Returns how many of its pings have received their outcome. The remaining pings wait while the route changes.
   */
  async function commit(batch: readonly Waiting[]): Promise<number> {
    const arrivals = batch.map(({ arrival }) => arrival);
    let outcomes: readonly (PingOutcome | AppError)[];
    try {
      // Without a spool, each ping is applied at most once, so pings need no tickets.
      outcomes = await (pingRoute === null ? applyBatch(arrivals) : pingRoute.place(arrivals));
    } catch (cause) {
      const error = notStoredError('The ping could not be stored. Send it again.', cause);
      for (const { settle } of batch) settle(error);
      if (batch[0] !== undefined) options.onRefused(batch[0].arrival.command.at, null);
      return batch.length;
    }
    for (const [index, outcome] of outcomes.entries()) batch[index]?.settle(outcome);
    noteStorage(batch, outcomes);
    return outcomes.length;
  }

  /**
   * Rejects once the batch under way is committed. An immediate answer would let a flood send its next ping at once, and the event loop
   * would spend its time on refusals instead of commits.
   */
  async function refuse(error: AppError): Promise<never> {
    if (isFlushing && unanswered < UNANSWERED_MAX) {
      unanswered += 1;
      await flushed.promise;
      unanswered -= 1;
    }
    throw error;
  }

  /** Reports stored pings, and the pings of teams that have used up their share of the spool. */
  function noteStorage(batch: readonly Waiting[], outcomes: readonly (PingOutcome | AppError)[]): void {
    const refused = batch.filter((_, index) => outcomes[index] instanceof AppError);
    if (outcomes.length > refused.length) options.onStored();
    for (const { arrival } of refused) options.onRefused(arrival.command.at, arrival.teamID);
  }

  function applyTicketed(pings: readonly TicketedPing[], epoch: string): Promise<readonly PingOutcome[]> {
    return applyBatch(pings, {
      epoch,
      processEpoch: processEpochOf(epoch),
      numbers: pings.map(({ ticket }) => ticket),
    });
  }

  async function applyBatch(
    pings: readonly AcceptedPing[],
    tickets?: Tickets,
  ): Promise<readonly PingOutcome[]> {
    const startedAt = options.monotonic();
    await options.beforeBatch();
    const applied = await applyPings(store, pings, tickets);
    options.afterBatch(applied, startedAt);
    return pings.map(({ command }, index) => pingOutcome(command, applied[index] ?? MISSING_OUTCOME));
  }

  return {
    start: () => pingRoute?.start(),
    reportUnavailable: (error) => pingRoute?.reportUnavailable(error),
    find: (normalizedPingID) => findTarget(lookupContext(), normalizedPingID),
    findBySlug: (address) => findBySlug(lookupContext(), address, options.now()),
    submit(arrival) {
      const admission = share.admit(arrival);
      if (admission === 'limited') {
        options.onTeamLimited();
        return refuse(teamLimitedError());
      }
      if (admission === 'refused') {
        options.onRefused(arrival.command.at, arrival.teamID);
        return refuse(
          notStoredError('Too many pings of this team are waiting to be stored. Send the ping again.'),
        );
      }
      submitted += 1;
      progress.add(1);
      const { promise, resolve, reject } = Promise.withResolvers<PingOutcome>();
      queue.push({
        arrival,
        settle(outcome) {
          share.remove(arrival);
          if (outcome instanceof AppError) reject(outcome);
          else resolve(outcome);
        },
      });
      if (!isFlushing) void flush();
      return promise;
    },
    async drain() {
      await progress.drain();
      await pingRoute?.drain();
    },
    pingsInMemory: () => queue.length + inCommit.length,
    unstoredSince() {
      const first = (inCommit[0] ?? queue[0])?.arrival.command.at ?? null;
      const spooled = options.pingRoute?.spool.size().oldestAt ?? null;
      return first === null || spooled === null ? (first ?? spooled) : Math.min(first, spooled);
    },
    usesSpool: () => pingRoute?.usesSpool() ?? false,
    route() {
      const route = pingRoute?.route() ?? 'storing';
      return route !== 'storing' && pingRoute?.hasCapacity() === false ? 'refusing' : route;
    },
    hasSpoolCapacity: () => pingRoute?.hasCapacity() ?? false,
    spooled: () => options.pingRoute?.spool.size() ?? NOTHING_SPOOLED,
    async stop() {
      await progress.drain();
      await pingRoute?.stop();
    },
  };
}

function teamLimitedError(): AppError {
  return new AppError(
    'rate_limited',
    'Your team sends too many pings. Wait before the next ping of this monitor.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}

function notStoredError(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

/** Maximum time to collect a batch. */
const COLLECT_MS_MAX = 10;

/** Waits as long as each turn of the event loop brings more pings, so that all pings of a burst share one commit. */
async function waitForBurst(burst: {
  /** Number of pings that have arrived so far. */
  readonly count: () => number;
  readonly isFull: () => boolean;
  readonly monotonic: () => number;
}): Promise<void> {
  const startedAt = burst.monotonic();
  // Starts to count in the next turn, because more pings may arrive in the current turn.
  await yieldToPings();
  for (let before = -1; before < burst.count(); ) {
    before = burst.count();
    await yieldToPings();
    if (burst.isFull() || burst.monotonic() - startedAt >= COLLECT_MS_MAX) return;
  }
}
