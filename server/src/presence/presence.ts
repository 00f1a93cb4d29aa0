import type { BlindWindow, WatchedTime } from '../domain/blind-window.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { WatchdogStore } from '../store/presence/contract.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import { letPingsFirst } from './pings-first.ts';
import {
  type Certainty,
  certaintyAt,
  horizonAt,
  INITIAL_PRESENCE,
  mustCheckClock,
  type PresenceEffect,
  type PresenceEvent,
  reduce,
} from './presence-state.ts';

/** Time between two reports to the database. */
export const PRESENCE_EVERY_MS = 1000;
/** Time between two reports where the verdicts of other processes wait for them. */
const SHARED_PRESENCE_EVERY_MS = 250;

/** Knows when this process could receive pings, and records the times when no process could. */
export interface Presence {
  /** Records the gap before this process. To be called before any ping is taken. */
  begin(): Promise<void>;
  /** Starts to look at regular intervals. Not needed where the watchdog's `notice` comes often enough. */
  start(): void;
  /**
   * Reports that the process is awake now. After a gap (the process was down, suspended, stalled, or could keep no pings, or the clock
   * jumped ahead), records the blind window before anything is judged.
   */
  notice(): Promise<void>;
  /** Reports at once up to when this process has watched, and which pings wait, for processes that wait for the report. */
  sign(): Promise<void>;
  /** Returns whether the writes of this process reach the database. */
  certainty(): Certainty;
  /**
   * Notices, then lets pings go first that wait since an outage. To be called before a command, which judges everything due by now.
   * Rejects with `unavailable` if the pings take too long.
   */
  beforeCommand(): Promise<void>;
  /**
   * Returns the time up to which verdicts may look. Never later than the last notice, because a gap after it would go unnoticed, nor than
   * the time up to which other processes have stored their pings.
   */
  horizon(): Promise<number>;
  /** Reports that no ping can come from now on. The time until the next start counts as not watched, however long the stop takes. */
  close(): Promise<void>;
  /** Returns the number of blind windows that this process recorded. */
  windowsOpened(): number;
  /** Reports the time until now, however recent the last report is, and ends the presence. */
  end(): Promise<void>;
}

export interface PresenceOptions {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Identifies this run of the process. */
  readonly epoch: string;
  readonly onBlind: (window: BlindWindow) => void;
  /** Called each time the database turns out to be unavailable. */
  readonly onAway: (error: DatabaseUnavailable) => void;
  /** Arrival of the oldest ping that this process took and has not stored yet. Null if all pings are stored. */
  readonly waitingFrom: () => number | null;
  /** Whether new pings may be answered from the spool, or the spool holds any. */
  readonly keeps: () => boolean;
  /** Whether this process can keep a ping that arrives now, even if the database is unavailable. */
  readonly isKeeping: () => boolean;
  /** Called if the time seems to have jumped, so that a wrong clock is corrected before the jump counts. */
  readonly checkClock: () => Promise<void>;
}

/** Creates the presence of a process that takes pings. {@link reduce} has its transitions. */
export function createPresence(options: PresenceOptions): Presence {
  const { store, clock, log, epoch } = options;
  const everyMs = store.isShared ? SHARED_PRESENCE_EVERY_MS : PRESENCE_EVERY_MS;
  let state = INITIAL_PRESENCE;
  let queue = Promise.resolve();
  let cancelTick = (): void => {};

  function dispatch(event: PresenceEvent): readonly PresenceEffect[] {
    const step = reduce(state, event);
    state = step.state;
    return step.effects;
  }

  async function perform(effects: readonly PresenceEffect[]): Promise<void> {
    for (const effect of effects) {
      if (effect.kind === 'report') await report(effect.time);
      else if (effect.kind === 'look') await lookInTurn(everyMs);
      else if (effect.kind === 'sign') void sign();
      else if (effect.kind === 'blind') options.onBlind(effect.window);
      else if (effect.kind === 'lost') options.onAway(new DatabaseUnavailable('PostgreSQL takes no writes.'));
      else if (effect.kind === 'away') options.onAway(effect.error);
      else
        log.warn({ err: effect.error }, 'The time that the service watched could not be recorded. Retrying.');
    }
  }

  /** Looks run one after another: the second must not go on before a gap that the first found is recorded. */
  function lookInTurn(atLeastEveryMs: number): Promise<void> {
    const go = () => look(atLeastEveryMs);
    queue = queue.then(go, go);
    return queue;
  }

  async function look(atLeastEveryMs: number): Promise<void> {
    if (state.phase === 'closed') return;
    // While the database is unavailable the clock goes on as it is.
    if (mustCheckClock(state, clock.now())) await options.checkClock().catch(() => undefined);
    const now = clock.now();
    await perform(dispatch({ kind: 'looked', now, isKeeping: options.isKeeping(), everyMs: atLeastEveryMs }));
  }

  async function report(time: WatchedTime): Promise<void> {
    const begunAt = clock.monotonic();
    dispatch({ kind: 'reporting', monotonic: begunAt });
    const { waitingFrom, keeps } = options;
    const window = await store.extendWatch({ ...time, epoch, waitingFrom: waitingFrom(), keeps: keeps() });
    await perform(dispatch({ kind: 'reported', time, window, begunAt, now: clock.now() }));
  }

  /** Ticks run beside the reports, so that a hanging database is not mistaken for a stalled process. */
  function tick(): void {
    cancelTick = clock.after(everyMs, tick);
    const now = clock.now();
    const monotonic = clock.monotonic();
    void perform(dispatch({ kind: 'ticked', now, monotonic, isKeeping: options.isKeeping() }));
  }

  async function sign(): Promise<void> {
    try {
      await lookInTurn(0);
      dispatch({ kind: 'signed' });
    } catch (error) {
      await perform(dispatch({ kind: 'failed', error }));
    }
  }

  function notice(): Promise<void> {
    return perform(dispatch({ kind: 'noticed', now: clock.now() }));
  }

  return {
    // Nothing is watched yet. Starts that fail one after another must not make an outage look shorter.
    begin: () => lookInTurn(Number.POSITIVE_INFINITY),
    start() {
      dispatch({ kind: 'started' });
      cancelTick = clock.after(everyMs, tick);
    },
    notice,
    sign: () => lookInTurn(0),
    certainty: () => certaintyAt(state, clock.monotonic()),
    async beforeCommand() {
      await notice();
      await letPingsFirst(options);
    },
    async horizon() {
      const horizon = await store.horizon(horizonAt(state, clock.now()), epoch);
      return Math.min(horizon, options.waitingFrom() ?? horizon);
    },
    async close() {
      await lookInTurn(0);
      // Nodes that share the database take pings meanwhile, and wait for the reports of a node that still stores its own pings.
      if (!store.isShared) dispatch({ kind: 'closed' });
    },
    windowsOpened: () => state.windowsOpened,
    async end() {
      cancelTick();
      dispatch({ kind: 'ended' });
      await lookInTurn(0);
      if (options.waitingFrom() === null) await store.leaveWatch(epoch);
    },
  };
}
