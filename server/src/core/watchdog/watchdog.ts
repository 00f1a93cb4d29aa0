import type { Bell } from '../../platform/runtime/bell.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import { createLoop, logOutages } from '../../platform/runtime/loop.ts';
import type { WatchdogStore } from '../contract.ts';
import type { Presence } from '../presence/presence.ts';
import { createBlindSettling } from './blind-settling.ts';
import { createSkippedMonitors } from './skipped-monitors.ts';

/** Maximum monitors judged per transaction. Pings wait for each transaction. */
const SWEEP_CHUNK = 250;
/** Size of the first chunk after an idle period, when cold caches make each verdict several times slower. Doubles with every chunk. */
const FIRST_CHUNK = 50;
/** Interval between attempts while due verdicts wait for pings of another process. */
const HORIZON_RETRY_MS = 100;
const RETRY_MS = 1000;
/** Maximum sleep between rounds. Short, because on SQLite each round also records the presence. */
const SLEEP_MS_MAX = 1000;

export interface Watchdog {
  start(): void;
  /** Whether the last chunk was full, so that more monitors may be overdue. */
  isBehind(): boolean;
  /** Stops after the current chunk. */
  stop(): Promise<void>;
}

export interface WatchdogOptions {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Wakes the watchdog when the earliest deadline may have moved to an earlier time. */
  readonly bell: Bell;
  readonly presence: Presence;
  readonly epoch: string;
  /** Resolves once every accepted ping is stored, so that no verdict overtakes a report. */
  readonly drain: () => Promise<void>;
  /** Called after each chunk with the number of judged monitors and the delay since their earliest deadline. */
  readonly onSwept: (monitors: number, lagMs: number) => void;
}

/** Sleeps until the next deadline, then judges overdue monitors in chunks, and yields to pings between them. */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  const { store, clock, log, presence } = options;
  const skipped = createSkippedMonitors(log);
  const loop = createLoop({
    clock,
    bell: options.bell,
    round,
    retryMs: RETRY_MS,
    observer: logOutages(log, clock, 'A watchdog round failed. Retrying.'),
  });
  const blindSettling = createBlindSettling({
    store,
    clock,
    presence,
    skipped,
    holder: options.epoch,
    chunk: SWEEP_CHUNK,
    drain: options.drain,
    isStopped: loop.isStopped,
  });
  let isBehind = false;
  let chunk = FIRST_CHUNK;

  async function round(): Promise<number> {
    await presence.recordAwake();
    if (await blindSettling.settleNext()) return 0;
    const next = await store.findNextWakeAt();
    const now = clock.now();
    if (next === null || next > now) {
      isBehind = false;
      chunk = FIRST_CHUNK;
      return next === null ? SLEEP_MS_MAX : Math.min(next - now, SLEEP_MS_MAX);
    }
    await options.drain();
    const horizon = await presence.horizon();
    if (next > horizon) return HORIZON_RETRY_MS;
    if (await sweep(horizon, next)) return 0;
    // Overdue monitors remain, but all of them are skipped after failed verdicts.
    return SLEEP_MS_MAX;
  }

  async function sweep(at: number, deadline: number): Promise<boolean> {
    isBehind = false;
    const judged = await store.applyDeadlines(at, chunk, skipped.at(at));
    if (judged.length === 0) return false;
    isBehind = judged.length === chunk;
    chunk = Math.min(2 * chunk, SWEEP_CHUNK);
    skipped.update(judged, at);
    options.onSwept(judged.length, at - deadline);
    return true;
  }

  return { start: loop.start, isBehind: () => isBehind, stop: loop.stop };
}
