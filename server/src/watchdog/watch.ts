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
  /** The time of the last notice: no verdict may look further, since a gap after it would go unnoticed. */
  noticedUntil(): number;
  /** Writes that the service watched until now, however short ago it last wrote. */
  save(): Promise<void>;
  /** How many blind windows this process has recorded. */
  windowsOpened(): number;
}

export function createWatch(options: {
  readonly store: WatchdogStore;
  readonly clock: Clock;
  readonly onBlind: (window: BlindWindow) => void;
}): Watch {
  const { store, clock } = options;
  let watchedUntil = 0;
  let noticedUntil = 0;
  let opened = 0;
  let turn = Promise.resolve();

  async function look(everyMs: number): Promise<void> {
    const now = clock.now();
    const isBlind = now - watchedUntil > BLIND_AFTER_MS;
    if (isBlind) {
      const window = await store.openBlindWindow(watchedUntil, now);
      watchedUntil = now;
      opened += 1;
      options.onBlind(window);
    }
    if (isBlind || Math.abs(now - watchedUntil) >= everyMs) {
      await store.saveWatchedUntil(now);
      watchedUntil = now;
    }
    noticedUntil = now;
  }

  /** One after the other: whoever comes second must not go on before a gap that the first one saw is recorded. */
  function lookInTurn(everyMs: number): Promise<void> {
    const go = () => look(everyMs);
    turn = turn.then(go, go);
    return turn;
  }

  return {
    async begin() {
      watchedUntil = (await store.watchedUntil()) ?? clock.now();
      // Nothing is watched yet: starts that fail, one after the other, must not make an outage look shorter than it was.
      await lookInTurn(Number.POSITIVE_INFINITY);
    },
    notice: () => lookInTurn(WATCH_EVERY_MS),
    noticedUntil: () => noticedUntil,
    save: () => lookInTurn(0),
    windowsOpened: () => opened,
  };
}
