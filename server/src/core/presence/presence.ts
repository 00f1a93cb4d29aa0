import type { BlindWindow, WatchedTime } from '@overdue/domain/blind-window.ts';
import type { WriteConfidence } from '@overdue/domain/node-protocol.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { WatchdogStore } from '../contract.ts';
import { awaitEarlierPings } from './earlier-pings.ts';
import {
  horizonOf,
  INITIAL_PRESENCE,
  mustCheckClock,
  mustReadQueue,
  type PresenceEffect,
  type PresenceEvent,
  reducePresence,
  TICK_MS,
  unrecordedSince,
  writeConfidenceAt,
} from './presence-state.ts';

/** Interval between presence records on SQLite. Nodes on PostgreSQL record their presence at every tick. */
const SQLITE_PRESENCE_EVERY_MS = 1000;

/** Tracks when this node could receive pings, and records blind windows. */
export interface Presence {
  /** Records the gap before this node started. Call before the first ping. */
  recordStartGap(): Promise<void>;
  /** Starts regular checks. Without them, stalls are not detected. */
  start(): void;
  /** Records that the node is awake. After a gap, records the blind window before anything is judged. */
  recordAwake(): Promise<void>;
  /** Immediately records the time until which this node has watched and stored pings. Other nodes wait for this record. */
  recordNow(): Promise<void>;
  /**
   * Tells that a ping was refused because it could not be stored. The refused time becomes a blind window; if it lasts at most 5
   * seconds, it only postpones verdicts, as a quick restart does. `teamID`: the team that is refused; null if the whole service
   * can't store pings.
   */
  pingRefused(arrivedAt: number, teamID: string | null): void;
  /** Tells that pings are stored. Cheap: call after each committed batch. */
  pingsStored(): void;
  writeConfidence(): WriteConfidence;
  /**
   * Calls `recordAwake`, then waits until pings from an outage are stored. Call before each command: a command makes all due
   * verdicts, and these must take the pings into account.
   */
  beforeCommand(): Promise<void>;
  /** Returns the time up to which verdicts may be made: the last `recordAwake`, or earlier while pings are not stored yet. */
  horizon(): Promise<number>;
  /** Ends the watched time. The gap until the next start begins now, even if stopping takes long. */
  endWatchedTime(): Promise<void>;
  windowsOpened(): number;
  /** Records the watched time until now, and stops. */
  stop(): Promise<void>;
}

export interface PresenceOptions {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly epoch: string;
  readonly onBlind: (window: BlindWindow) => void;
  readonly onUnavailable: (error: DatabaseUnavailable) => void;
  /** Returns the arrival time of this node's oldest ping that is not stored yet; null if there is none. */
  readonly unstoredSince: () => number | null;
  readonly usesSpool: () => boolean;
  readonly canStorePings: () => boolean;
  readonly queue: ConnectionQueue;
  /** Returns the longest time since the last call in which no thread of the process ran, in milliseconds. */
  readonly takeSilence: () => number;
  /** Called when the time seems to have jumped, to correct a wrong clock before the check. */
  readonly checkClock: () => Promise<void>;
}

/** The connections that the system has queued for this process. */
export interface ConnectionQueue {
  /** Remembers that the process keeps up with the queue. */
  mark(): void;
  /**
   * Reads what the system queued while the process stood still. Resolves once the pings of these connections are submitted. The
   * result is false if the queue may have overflowed since the last mark.
   */
  read(): Promise<boolean>;
}

/** Creates the presence of a node; see {@link reducePresence} for its transitions. */
export function createPresence(options: PresenceOptions): Presence {
  const { store, clock, log, epoch } = options;
  const everyMs = store.isShared ? TICK_MS : SQLITE_PRESENCE_EVERY_MS;
  let state = INITIAL_PRESENCE;
  let queue = Promise.resolve();
  let cancelTimer = (): void => {};

  function dispatch(event: PresenceEvent): readonly PresenceEffect[] {
    const step = reducePresence(state, event);
    state = step.state;
    return step.effects;
  }

  async function perform(effects: readonly PresenceEffect[]): Promise<void> {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'record':
          await record(effect.time);
          break;
        case 'record_gap':
          await perform(
            dispatch({ kind: 'gap_recorded', window: await store.recordGap(effect.gap, clock.now()) }),
          );
          break;
        case 'check':
          await checkInOrder(everyMs);
          break;
        case 'check_in_background':
          void checkInBackground();
          break;
        case 'blind':
          options.onBlind(effect.window);
          break;
        case 'lost':
          options.onUnavailable(new DatabaseUnavailable('PostgreSQL accepts no writes.'));
          break;
        case 'unavailable':
          options.onUnavailable(effect.error);
          break;
        case 'warn':
          log.warn({ err: effect.error }, 'The service could not record its presence. Retrying.');
      }
    }
  }

  /** Runs checks one after another, so that a gap is recorded before the next check continues. */
  function checkInOrder(atLeastEveryMs: number): Promise<void> {
    const runCheck = () => check(atLeastEveryMs);
    queue = queue.then(runCheck, runCheck);
    return queue;
  }

  async function check(atLeastEveryMs: number): Promise<void> {
    if (state.phase === 'closed') return;
    if (mustReadQueue(state, clock.now(), clock.monotonic())) await endStall();
    // Ignores errors, because the clock can't be corrected while the database is unavailable.
    if (mustCheckClock(state, clock.now())) await options.checkClock().catch(() => undefined);
    const now = clock.now();
    await perform(
      dispatch({ kind: 'checked', now, canStorePings: options.canStorePings(), everyMs: atLeastEveryMs }),
    );
  }

  async function endStall(): Promise<void> {
    const isComplete = await options.queue.read();
    const [now, monotonic, silenceMs] = [clock.now(), clock.monotonic(), options.takeSilence()];
    dispatch({ kind: 'queue_read', now, monotonic, silenceMs, isComplete });
  }

  async function record(time: WatchedTime): Promise<void> {
    const begunAt = clock.monotonic();
    dispatch({ kind: 'recording', monotonic: begunAt });
    const [unstored, refused] = [options.unstoredSince(), unrecordedSince(state)];
    const window = await store.recordPresence({
      ...time,
      epoch,
      unstoredSince:
        unstored === null || refused === null ? (unstored ?? refused) : Math.min(unstored, refused),
      usesSpool: options.usesSpool(),
    });
    await perform(dispatch({ kind: 'recorded', time, window, begunAt, now: clock.now() }));
  }

  /** Sets the next timer before the check, so that a hanging database doesn't look like a stalled process. */
  function onTimer(): void {
    cancelTimer = clock.after(TICK_MS, onTimer);
    const now = clock.now();
    const monotonic = clock.monotonic();
    const [silenceMs, canStorePings] = [options.takeSilence(), options.canStorePings()];
    const effects = dispatch({ kind: 'timer_fired', now, monotonic, silenceMs, canStorePings });
    if (state.stall === null) options.queue.mark();
    void perform(effects);
  }

  async function checkInBackground(): Promise<void> {
    try {
      // On PostgreSQL, other nodes wait for the record of every tick.
      await checkInOrder(store.isShared ? 0 : everyMs);
      dispatch({ kind: 'timer_check_succeeded' });
    } catch (error) {
      await perform(dispatch({ kind: 'timer_check_failed', error }));
    }
  }

  function recordAwake(): Promise<void> {
    return perform(dispatch({ kind: 'check_requested', now: clock.now(), monotonic: clock.monotonic() }));
  }

  return {
    // Records only the gap. The start itself doesn't extend the watched time, so that repeated failed starts don't shorten an outage.
    recordStartGap: () => checkInOrder(Number.POSITIVE_INFINITY),
    start() {
      dispatch({ kind: 'started', now: clock.now(), monotonic: clock.monotonic() });
      cancelTimer = clock.after(TICK_MS, onTimer);
    },
    recordAwake,
    recordNow: () => checkInOrder(0),
    pingRefused: (at, teamID) => void dispatch({ kind: 'ping_refused', at, teamID }),
    pingsStored() {
      if (state.refusals.has(null)) dispatch({ kind: 'pings_stored', now: clock.now() });
    },
    writeConfidence: () => writeConfidenceAt(state, clock.monotonic()),
    async beforeCommand() {
      await recordAwake();
      await awaitEarlierPings(options);
    },
    async horizon() {
      const horizon = await store.readHorizon(horizonOf(state), epoch);
      return Math.min(horizon, options.unstoredSince() ?? horizon);
    },
    async endWatchedTime() {
      await checkInOrder(0);
      // With a shared database, stays open: other nodes continue to accept pings, and wait for this node's final records.
      if (!store.isShared) dispatch({ kind: 'closed' });
    },
    windowsOpened: () => state.windowsOpened,
    async stop() {
      cancelTimer();
      dispatch({ kind: 'ended' });
      await checkInOrder(0);
      if (options.unstoredSince() === null) await store.forgetNode(epoch);
    },
  };
}
