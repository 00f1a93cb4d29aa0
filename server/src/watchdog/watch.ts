import type { Clock } from '../clock.ts';
import type { BlindWindow } from '../domain/blind-window.ts';
import type { WatchdogStore } from '../store/store.ts';

/** A gap longer than this in the service's own watch is a blind window. */
export const BLIND_AFTER_MS = 5000;
/** How often "watched until" is written. */
export const WATCH_EVERY_MS = 1000;

export interface Watch {
  /** Reads how far the last process watched; to be called before any ping is taken. */
  begin(): Promise<void>;
  /**
   * Says that the service is awake now. After a gap (it was down, suspended, stalled, or without its database, or the clock
   * jumped ahead) this records the blind window before anything is judged.
   */
  notice(): Promise<void>;
  /** Writes that the service watched until now, however short ago it last wrote. */
  save(): Promise<void>;
  /** Whether some blind window still has to be dealt with; so at first, since a crash may have left one. */
  isBlindnessUnsettled(): boolean;
  blindnessSettled(): void;
}

export function createWatch(options: {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly onBlind: (window: BlindWindow) => void;
}): Watch {
  const { store, clock } = options;
  let watchedUntil = 0;
  let savedUntil = 0;
  let isUnsettled = true;

  async function save(now: number): Promise<void> {
    await store.saveWatchedUntil(now);
    savedUntil = now;
    watchedUntil = now;
  }

  async function notice(): Promise<void> {
    const now = clock.now();
    if (now - watchedUntil > BLIND_AFTER_MS) {
      const from = watchedUntil;
      watchedUntil = now;
      try {
        isUnsettled = true;
        options.onBlind(await store.openBlindWindow(from, now));
      } catch (error) {
        watchedUntil = from;
        throw error;
      }
      await save(now);
    } else if (Math.abs(now - savedUntil) >= WATCH_EVERY_MS) {
      await save(now);
    } else {
      watchedUntil = now;
    }
  }

  return {
    async begin() {
      watchedUntil = (await store.watchedUntil()) ?? clock.now();
      savedUntil = watchedUntil;
      await notice();
    },
    notice,
    save: () => save(clock.now()),
    isBlindnessUnsettled: () => isUnsettled,
    blindnessSettled() {
      isUnsettled = false;
    },
  };
}
