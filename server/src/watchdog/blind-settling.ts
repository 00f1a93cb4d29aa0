import type { BlindWindow } from '../domain/blind-window.ts';
import type { Watch } from '../presence/presence.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Judged, WatchdogStore } from '../store/presence/contract.ts';
import type { Input } from '../store/records.ts';
import type { SetAside } from './set-aside.ts';

/** Monitor IDs looked at in one step after a blind window. */
const SPAN = 1000;
/** How often windows that other processes have recorded are looked for. */
const LOOK_EVERY_MS = 1000;
/** When a process that settles dies, another one takes over after so long. */
const LEASE_MS = 10_000;

export interface BlindSettling {
  /** Deals with the oldest blind window, if there is one and nobody else is at it: judges what it hid, then tells the teams. */
  settleNext(): Promise<boolean>;
}

export function createBlindSettling(options: {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly watch: Watch;
  readonly setAside: SetAside;
  /** Who settles, for the lease. */
  readonly holder: string;
  /** Monitors judged in one transaction. */
  readonly chunk: number;
  /** As for verdicts: resolves when every ping accepted so far is stored. */
  readonly settle: () => Promise<void>;
  readonly yieldToPings: () => Promise<void>;
  readonly isStopped: () => boolean;
}): BlindSettling {
  const { store, clock, watch, holder, yieldToPings } = options;
  /** Of the windows that the watch has opened, how many are dealt with; at first a crash may have left some. */
  let settled = -1;
  let lookAfter = Number.NEGATIVE_INFINITY;

  function isTime(): boolean {
    return store.isShared ? clock.monotonic() >= lookAfter : settled !== watch.windowsOpened();
  }

  async function settleNext(): Promise<boolean> {
    if (!isTime()) return false;
    // Also when nothing is due: whoever asks seldom has to wait anew for processes that are long gone.
    const horizon = await watch.horizon();
    const opened = watch.windowsOpened();
    const [window] = await store.unsettledBlindWindows();
    lookAfter = clock.monotonic() + LOOK_EVERY_MS;
    if (window === undefined) settled = opened;
    if (window === undefined || horizon < window.to || !(await takeLease())) return false;
    const isDone = await judgeAllHidden(window);
    if (isDone) await store.settleBlindWindow(window.id, clock.now());
    await store.dropLease('blind_windows', holder);
    lookAfter = clock.monotonic();
    return true;
  }

  /** False when it had to stop before the end. */
  async function judgeAllHidden(window: BlindWindow): Promise<boolean> {
    let afterID: number | null = 0;
    while (afterID !== null && !options.isStopped() && (await takeLease())) {
      const { ids, next } = await store.monitorsExpectedBefore(window.to, afterID, SPAN);
      await judgeHidden(ids, window);
      afterID = next;
      await watch.notice();
      await yieldToPings();
    }
    return afterID === null;
  }

  async function judgeHidden(ids: readonly number[], window: BlindWindow): Promise<void> {
    for (let start = 0; start < ids.length; start += options.chunk) {
      await watch.notice();
      await options.settle();
      const at = await watch.horizon();
      const chunk = ids.slice(start, start + options.chunk);
      const inputs = chunk.map(
        (monitorID): Input => ({ monitorID, command: { kind: 'blind_window', at, window } }),
      );
      const applied = await store.apply(inputs);
      const judged = applied.map((each, index): Judged => ({ monitorID: chunk[index] ?? 0, applied: each }));
      options.setAside.note(judged, at);
      await yieldToPings();
    }
  }

  function takeLease(): Promise<boolean> {
    const at = clock.now();
    return store.takeLease({ name: 'blind_windows', holder, at, until: at + LEASE_MS });
  }

  return { settleNext };
}
