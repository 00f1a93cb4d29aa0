import { BLIND_AFTER_MS, type BlindWindow, RETRY_MS, type WatchedTime } from '../domain/blind-window.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { WatchdogStore } from '../store/presence/contract.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import { letPingsFirst } from './pings-first.ts';

/** How often "watched until" is written. */
export const PRESENCE_EVERY_MS = 1000;
/** The same where the verdicts of other processes wait for it. */
const SHARED_PRESENCE_EVERY_MS = 250;
/** Signs of a process whose writes work are newer than this. */
const UNSURE_AFTER_MS = 500;
/**
 * A process without a sign for so long keeps pings. It is longer than {@link UNSURE_AFTER_MS} by more than the time between two signs:
 * when commits begin to hang, every process has stopped to let pings go on directly before the first one answers from its spool.
 */
const LOST_AFTER_MS = 1000;
/** A process that stood still tries to write for so long first. */
const TRYING_MS_MIN = 500;
/** Times that were watched between pauses and could not be written: as many as are remembered. Those before count as blind. */
const UNWRITTEN_MAX = 100;

export interface Presence {
  /** Says that the process is about to take pings; to be called before it takes any. */
  begin(): Promise<void>;
  /** Has it notice by itself from now on: for processes in which nobody else makes it, or not often enough. */
  start(): void;
  /**
   * Says that the service is awake now. After a gap (it was down, suspended, stalled, or could keep no pings, or the clock
   * jumped ahead) this records the blind window before anything is judged.
   */
  notice(): Promise<void>;
  /** Writes until when the service has watched, and which pings wait, for those who wait for it. */
  sign(): Promise<void>;
  /** Whether what this process writes reaches the database, by its last sign. */
  certainty(): 'sure' | 'unsure' | 'lost';
  /**
   * To be called before somebody's command, which judges what is due by now. Sees to the same, if nobody else has, and lets pings
   * go first that wait since an outage. Rejects with `unavailable` when these take long.
   */
  beforeCommand(): Promise<void>;
  /**
   * Until when verdicts may look: never past the last notice, since a gap after it would go unnoticed, nor past what other
   * processes have stored of their pings. For a moment after a quick restart, not past the time before it.
   */
  horizon(): Promise<number>;
  /** Says that no ping can come from now on. The time until the next start is not watched, however long the stop takes. */
  close(): Promise<void>;
  /** How many blind windows this process has recorded. */
  windowsOpened(): number;
  /** Writes that the service watched until now, however short ago it last wrote. */
  end(): Promise<void>;
}

export interface PresenceOptions {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Names the life of this process. */
  readonly epoch: string;
  readonly onBlind: (window: BlindWindow) => void;
  /** Called each time that the database is found to be away. */
  readonly onAway: (error: DatabaseUnavailable) => void;
  /** When the oldest ping came that this process has taken and not stored yet; null when there is none. */
  readonly waitingFrom: () => number | null;
  /** Whether new pings may be answered from the spool, or some of those are still in it. */
  readonly keeps: () => boolean;
  /** Whether a ping that comes now is safe with this process even if the database is away. */
  readonly isKeeping: () => boolean;
  /** Called when the time seems to have jumped, so that a clock gone wrong is set right before that counts. */
  readonly checkClock: () => Promise<void>;
}

/** The watch of a process that takes pings. */
export function createPresence(options: PresenceOptions): Presence {
  const { store, clock, log, epoch } = options;
  const everyMs = store.isShared ? SHARED_PRESENCE_EVERY_MS : PRESENCE_EVERY_MS;
  /** From when on this process has been able to take pings, and until when it surely was. */
  let since = 0;
  let ableUntil = 0;
  let isGapRecorded = false;
  let writtenAt = 0;
  let unwritten: readonly WatchedTime[] = [];
  let noticedUntil = 0;
  let opened = 0;
  let isClosed = false;
  /** The gap of a quick restart before this process began. */
  let restart: BlindWindow | null = null;
  let turn = Promise.resolve();
  let isWriting = false;
  let isFailing = false;
  let cancelTick: (() => void) | null = null;
  /** When the last sign that was committed was begun, and when the first one after it was; monotonic milliseconds. */
  let signedAt = Number.NEGATIVE_INFINITY;
  let tryingSince: number | null = Number.NEGATIVE_INFINITY;

  async function look(atLeastEveryMs: number): Promise<void> {
    if (isClosed) return;
    if (!isGapRecorded || Math.abs(clock.now() - ableUntil) > BLIND_AFTER_MS) await checkClock();
    const now = clock.now();
    // The clock may have been set back.
    since = Math.min(since, now);
    if (now - ableUntil > BLIND_AFTER_MS) {
      isGapRecorded = false;
      rememberUnwritten();
      since = now;
      if (options.isKeeping()) ableUntil = now;
    }
    if (!isGapRecorded || Math.abs(now - writtenAt) >= atLeastEveryMs) await write(now);
    noticedUntil = now;
  }

  async function checkClock(): Promise<void> {
    // While the database is away the clock goes on as it is.
    await options.checkClock().catch(() => undefined);
  }

  function rememberUnwritten(): void {
    if (since >= ableUntil || ableUntil <= writtenAt) return;
    unwritten = [...unwritten, { since, at: ableUntil, isPast: true }].slice(-UNWRITTEN_MAX);
  }

  async function write(now: number): Promise<void> {
    for (const time of unwritten) {
      await report(time);
      unwritten = unwritten.slice(1);
    }
    await report({ since, at: now });
    isGapRecorded = true;
    // It may have taken long, and the process was awake meanwhile.
    if (ableUntil < now || ableUntil > clock.now()) ableUntil = now;
    writtenAt = now;
  }

  async function report(time: WatchedTime): Promise<void> {
    const begunAt = clock.monotonic();
    tryingSince ??= begunAt;
    const window = await store.extendWatch({
      ...time,
      epoch,
      waitingFrom: options.waitingFrom(),
      keeps: options.keeps(),
    });
    signedAt = begunAt;
    tryingSince = null;
    if (window === null) return;
    if (window.isBrief === true) {
      restart = window;
      return;
    }
    opened += 1;
    options.onBlind(window);
  }

  /** One after the other: whoever comes second must not go on before a gap that the first one saw is recorded. */
  function lookInTurn(atLeastEveryMs: number): Promise<void> {
    const go = () => look(atLeastEveryMs);
    turn = turn.then(go, go);
    return turn;
  }

  /** Whether it has been awake without a pause, also while what was before can't be recorded yet. */
  function isAwake(now: number): boolean {
    return now >= noticedUntil && now - ableUntil <= BLIND_AFTER_MS;
  }

  /** Runs beside the writing, so that a database that hangs is not taken for a process that does. */
  function tick(): void {
    cancelTick = clock.after(everyMs, tick);
    const now = clock.now();
    if (isAwake(now) && options.isKeeping()) ableUntil = now;
    if (!isWriting) void lookAlone();
    else if (certainty() === 'lost') options.onAway(new DatabaseUnavailable('PostgreSQL takes no writes.'));
  }

  function certainty(): 'sure' | 'unsure' | 'lost' {
    const at = clock.monotonic();
    if (at - signedAt < UNSURE_AFTER_MS) return 'sure';
    const isTrying = tryingSince !== null && at - tryingSince >= TRYING_MS_MIN;
    return at - signedAt >= LOST_AFTER_MS && isTrying ? 'lost' : 'unsure';
  }

  async function lookAlone(): Promise<void> {
    isWriting = true;
    try {
      await lookInTurn(0);
      isFailing = false;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) options.onAway(error);
      if (!isFailing)
        log.warn({ err: error }, 'Until when the service watches can not be written; it tries again.');
      isFailing = true;
    } finally {
      isWriting = false;
    }
  }

  function notice(): Promise<void> {
    const now = clock.now();
    if (cancelTick === null || !isGapRecorded || !isAwake(now)) return lookInTurn(everyMs);
    noticedUntil = now;
    return Promise.resolve();
  }

  return {
    // Nothing is watched yet: starts that fail, one after the other, must not make an outage look shorter than it was.
    begin: () => lookInTurn(Number.POSITIVE_INFINITY),
    start() {
      cancelTick = clock.after(everyMs, tick);
    },
    notice,
    sign: () => lookInTurn(0),
    certainty,
    async beforeCommand() {
      await notice();
      await letPingsFirst(options);
    },
    async horizon() {
      const isRestarting = restart !== null && clock.now() <= restart.to + RETRY_MS;
      const until = isRestarting ? Math.min(noticedUntil, restart?.from ?? noticedUntil) : noticedUntil;
      const horizon = await store.horizon(until, epoch);
      return Math.min(horizon, options.waitingFrom() ?? horizon);
    },
    async close() {
      await lookInTurn(0);
      // Other nodes wait for the signs of one that still stores its pings, and take pings meanwhile.
      isClosed = !store.isShared;
    },
    windowsOpened: () => opened,
    async end() {
      cancelTick?.();
      cancelTick = null;
      await lookInTurn(0);
      if (options.waitingFrom() === null) await store.leaveWatch(epoch);
    },
  };
}

/** The watch of a process that takes no pings: what is not sent to it says nothing about the service. */
export function createPresenceWithoutPings(store: WatchdogStore, clock: Clock, epoch: string): Presence {
  const nothing = () => Promise.resolve();
  return {
    begin: nothing,
    start: () => {},
    notice: nothing,
    sign: nothing,
    certainty: () => 'sure',
    async beforeCommand() {
      await letPingsFirst({ store, clock, epoch, waitingFrom: () => null });
      const at = clock.now();
      if (at - (await store.horizon(at, null)) <= BLIND_AFTER_MS) return;
      // Nobody takes pings, it seems. Whoever does so first records the rest.
      await store.extendWatch({ epoch, since: at, at, waitingFrom: null });
      await store.leaveWatch(epoch);
    },
    horizon: () => store.horizon(clock.now(), null),
    close: nothing,
    windowsOpened: () => 0,
    end: nothing,
  };
}
