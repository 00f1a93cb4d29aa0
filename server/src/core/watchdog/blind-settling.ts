import type { BlindWindow } from '@overdue/domain/blind-window.ts';
import type { BatchInput } from '../../database/records.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import type { JudgedMonitor, WatchdogStore } from '../contract.ts';
import type { Presence } from '../presence/presence.ts';
import type { SkippedMonitors } from './skipped-monitors.ts';

/** Number of monitor IDs per step. */
const MONITORS_PER_STEP = 1000;
/** Interval between checks for windows that other processes recorded. */
const CHECK_EVERY_MS = 1000;
/** Time after which another process takes over the work of a dead process. */
const LEASE_MS = 10_000;

export interface BlindSettling {
  /**
   * Judges all occurrences in the oldest unsettled blind window. Returns false if there is no such window, or if another process
   * is judging it.
   */
  settleNext(): Promise<boolean>;
}

interface BlindSettlingOptions {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly presence: Presence;
  readonly skipped: SkippedMonitors;
  readonly holder: string;
  /** Maximum monitors judged in one transaction. */
  readonly chunk: number;
  /** Resolves once every accepted ping is stored. */
  readonly drain: () => Promise<void>;
  readonly isStopped: () => boolean;
}

export function createBlindSettling(options: BlindSettlingOptions): BlindSettling {
  const { store, clock, presence, holder } = options;
  /**
   * Number of this process's windows that are settled. Initially -1, which forces the first check, because a crashed process may
   * have left unsettled windows.
   */
  let settledCount = -1;
  let nextCheckAt = Number.NEGATIVE_INFINITY;

  function isCheckDue(): boolean {
    return store.isShared ? clock.monotonic() >= nextCheckAt : settledCount !== presence.windowsOpened();
  }

  async function settleNext(): Promise<boolean> {
    if (!isCheckDue()) return false;
    // Reads the horizon at each check, even without a window. Otherwise, after a long pause, processes that have ended would at
    // first count as live.
    const horizon = await presence.horizon();
    const opened = presence.windowsOpened();
    const [window] = await store.listUnsettledBlindWindows();
    nextCheckAt = clock.monotonic() + CHECK_EVERY_MS;
    if (window === undefined) settledCount = opened;
    if (window === undefined || horizon < window.to || !(await takeLease())) return false;
    const isDone = await judgeAllHidden(window);
    if (isDone) await store.settleBlindWindow(window.id, clock.now());
    await releaseLease();
    nextCheckAt = clock.monotonic();
    return true;
  }

  /** Judges the occurrences in a blind window, in steps. Returns false if stopped early. */
  async function judgeAllHidden(window: BlindWindow): Promise<boolean> {
    let afterID: number | null = 0;
    while (afterID !== null && !options.isStopped() && (await takeLease())) {
      const { ids, next } = await store.listMonitorsExpectedBefore(window, afterID, MONITORS_PER_STEP);
      await judgeHidden(ids, window);
      afterID = next;
      await presence.recordAwake();
      await yieldToPings();
    }
    return afterID === null;
  }

  async function judgeHidden(ids: readonly number[], window: BlindWindow): Promise<void> {
    for (let start = 0; start < ids.length; start += options.chunk) {
      await presence.recordAwake();
      await options.drain();
      const at = await presence.horizon();
      const chunk = ids.slice(start, start + options.chunk);
      const inputs = chunk.map(
        (monitorID): BatchInput => ({ monitorID, command: { kind: 'blind_window', at, window } }),
      );
      const applied = await store.apply(inputs);
      const judged = applied.map(
        (result, index): JudgedMonitor => ({ monitorID: chunk[index] ?? 0, applied: result }),
      );
      options.skipped.update(judged, at);
      await yieldToPings();
    }
  }

  function takeLease(forMs = LEASE_MS): Promise<boolean> {
    const at = clock.now();
    return store.takeLease({ name: 'blind_windows', holder, at, until: at + forMs });
  }

  const releaseLease = () => takeLease(0);

  return { settleNext };
}
