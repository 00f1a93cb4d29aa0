import type { Clock } from '../clock.ts';
import type { BlindWindow } from '../domain/blind-window.ts';
import type { Log } from '../log.ts';
import type { Applied, Input, WatchdogStore } from '../store/store.ts';
import { WATCH_EVERY_MS, type Watch } from './watch.ts';

/** Monitors judged in one transaction: few enough that a ping never waits long behind them. */
const SWEEP_CHUNK = 250;
/** Monitor IDs looked at in one step after a blind window. */
const BLIND_SPAN = 1000;
/** A monitor whose verdict failed is left alone for this long, so that it can't hold up the others. */
const SET_ASIDE_MS = 3_600_000;
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
  const setAside = new Map<number, number>();
  let stopped = false;
  /** Of the windows that the watch has opened, how many are dealt with; at first a crash may have left some. */
  let windowsSettled = -1;
  let cancelSleep = (): void => {};
  let woken = false;
  let behind = false;
  let running: Promise<void> = Promise.resolve();

  async function loop(): Promise<void> {
    while (!stopped) {
      try {
        await round();
      } catch (error) {
        log.error({ err: error }, 'The watchdog could not make its round; it tries again.');
        await sleepFor(RETRY_MS);
      }
    }
  }

  async function round(): Promise<void> {
    woken = false;
    await watch.notice();
    if (windowsSettled !== watch.windowsOpened()) return settleBlindness();
    const now = watch.noticedUntil();
    const next = await store.nextWakeAt();
    if (next !== null && next <= now && (await sweep(now, next))) return yieldToPings();
    // A monitor that is set aside stays overdue: then there is only the heartbeat.
    const delayMs =
      next === null || next <= now ? WATCH_EVERY_MS : Math.min(next - clock.now(), WATCH_EVERY_MS);
    if (!woken) await sleepFor(delayMs);
  }

  /** Judges one chunk; false when there was nothing to judge. */
  async function sweep(now: number, deadline: number): Promise<boolean> {
    behind = false;
    await options.settle();
    const overdue = await store.overdueMonitors(now, SWEEP_CHUNK + setAside.size);
    const ids = overdue.filter((id) => !isSetAside(id, now)).slice(0, SWEEP_CHUNK);
    if (ids.length === 0) return false;
    behind = ids.length === SWEEP_CHUNK;
    const inputs = ids.map((monitorID): Input => ({ monitorID, command: { kind: 'deadline', at: now } }));
    putAsideFailed(inputs, await store.apply(inputs), now);
    options.onSwept(ids.length, now - deadline);
    return true;
  }

  /** Deals with the oldest blind window: judges what it hid, then tells the teams. */
  async function settleBlindness(): Promise<void> {
    const opened = watch.windowsOpened();
    const [window] = await store.unsettledBlindWindows();
    if (window === undefined) {
      windowsSettled = opened;
      return;
    }
    let afterID: number | null = 0;
    while (afterID !== null && !stopped) {
      const { ids, next } = await store.monitorsExpectedBefore(window.to, afterID, BLIND_SPAN);
      await judgeHidden(ids, window);
      afterID = next;
      await watch.notice();
      await yieldToPings();
    }
    if (afterID === null) await store.settleBlindWindow(window.id, clock.now());
  }

  async function judgeHidden(ids: readonly number[], window: BlindWindow): Promise<void> {
    for (let start = 0; start < ids.length; start += SWEEP_CHUNK) {
      await watch.notice();
      const at = watch.noticedUntil();
      await options.settle();
      const inputs = ids
        .slice(start, start + SWEEP_CHUNK)
        .map((monitorID): Input => ({ monitorID, command: { kind: 'blind_window', at, window } }));
      putAsideFailed(inputs, await store.apply(inputs), at);
      await yieldToPings();
    }
  }

  function putAsideFailed(inputs: readonly Input[], applied: readonly Applied[], now: number): void {
    applied.forEach((result, index) => {
      const input = inputs[index];
      if (result.outcome !== 'failed' || input === undefined) return;
      setAside.set(input.monitorID, now + SET_ASIDE_MS);
      log.error(
        { err: result.error, monitor: input.monitorID },
        'A verdict failed; the monitor is set aside for an hour.',
      );
    });
  }

  function isSetAside(id: number, now: number): boolean {
    const until = setAside.get(id);
    if (until === undefined) return false;
    if (now < until) return true;
    setAside.delete(id);
    return false;
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
