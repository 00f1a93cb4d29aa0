import { WATCH_EVERY_MS, type Watch } from '../presence/presence.ts';
import type { Clock } from '../runtime/clock.ts';
import { createOutageLog, type Log } from '../runtime/log.ts';
import type { WatchdogStore } from '../store/presence/contract.ts';
import { createBlindSettling } from './blind-settling.ts';
import { createSetAside } from './set-aside.ts';

/** Monitors judged in one transaction: few enough that a ping never waits long behind them. */
const SWEEP_CHUNK = 250;
/** In the first one after a rest, since then each takes several times as long. The next ones are twice as many each. */
const FIRST_CHUNK = 50;
/** How soon it looks again when verdicts are due that have to wait for the pings of another process. */
const HELD_UP_MS = 100;
const RETRY_MS = 1000;

export interface Watchdog {
  start(): void;
  /** To be called when a deadline may have moved earlier. */
  wake(): void;
  /** Whether more monitors are overdue than one step judges. */
  isBehind(): boolean;
  /** Ends after the step that is under way. */
  stop(): Promise<void>;
}

export interface WatchdogOptions {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly watch: Watch;
  /** Names the life of this process. */
  readonly epoch: string;
  /** Resolves when every ping accepted so far is stored, so that no verdict overtakes a report. */
  readonly settle: () => Promise<void>;
  /** Called for each verdict batch with how late it was. */
  readonly onSwept: (monitors: number, lagMs: number) => void;
}

/**
 * Sleeps until the next deadline of any monitor, judges those that are overdue in bounded chunks, and lets pings through
 * between two chunks. All verdicts are the domain's; this only says that time has passed.
 */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  const { store, clock, log, watch } = options;
  const setAside = createSetAside(log);
  const blindness = createBlindSettling({
    store,
    clock,
    watch,
    setAside,
    holder: options.epoch,
    chunk: SWEEP_CHUNK,
    settle: options.settle,
    yieldToPings,
    isStopped: () => stopped,
  });
  let stopped = false;
  let cancelSleep = (): void => {};
  let woken = false;
  let behind = false;
  let chunk = FIRST_CHUNK;
  let running: Promise<void> = Promise.resolve();

  const outage = createOutageLog(log);

  async function loop(): Promise<void> {
    while (!stopped) {
      try {
        await round();
        outage.worked();
      } catch (error) {
        outage.failed(error, 'The watchdog could not make its round; it tries again.');
        await sleepFor(RETRY_MS);
      }
    }
  }

  async function round(): Promise<void> {
    woken = false;
    await watch.notice();
    if (await blindness.settleNext()) return;
    const next = await store.nextWakeAt();
    const now = clock.now();
    if (next === null || next > now) {
      behind = false;
      chunk = FIRST_CHUNK;

      return sleep(next === null ? WATCH_EVERY_MS : Math.min(next - now, WATCH_EVERY_MS));
    }
    await options.settle();
    const horizon = await watch.horizon();
    if (next > horizon) return sleep(HELD_UP_MS);
    if (await sweep(horizon, next)) return yieldToPings();
    // A monitor that is set aside stays overdue: then there is only the heartbeat.
    return sleep(WATCH_EVERY_MS);
  }

  /** Judges one chunk; false when there was nothing to judge. */
  async function sweep(at: number, deadline: number): Promise<boolean> {
    behind = false;
    const judged = await store.judgeOverdue(at, chunk, setAside.at(at));
    if (judged.length === 0) return false;
    behind = judged.length === chunk;
    chunk = Math.min(2 * chunk, SWEEP_CHUNK);
    setAside.note(judged, at);
    options.onSwept(judged.length, at - deadline);
    return true;
  }

  async function sleep(delayMs: number): Promise<void> {
    if (!woken) await sleepFor(delayMs);
  }

  function sleepFor(delayMs: number): Promise<void> {
    if (stopped) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(delayMs, resolve);
    cancelSleep = () => {
      cancel();
      resolve();
    };
    return promise;
  }

  return {
    start() {
      running = loop();
    },
    wake() {
      woken = true;
      cancelSleep();
    },
    isBehind: () => behind,
    async stop() {
      stopped = true;
      cancelSleep();
      await running;
    },
  };
}

function yieldToPings(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
