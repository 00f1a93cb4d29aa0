import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let second = Math.floor(Date.now() / 1000);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // It has stood still while nobody listened.
    second = Math.floor(Date.now() / 1000);
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  second = Math.floor(Date.now() / 1000);
  for (const listener of listeners) listener();
}

/** Calls `listener` with the time in milliseconds each second, for what writes its text itself. */
export function onEachSecond(listener: (now: number) => void): () => void {
  return subscribe(() => listener(second * 1000));
}

/** The time now in milliseconds, anew each second. One timer serves the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => second) * 1000;
}

/** As {@link useNow}, for what changes seldom: anew only when `pick` answers something else. */
export function useAtEachSecond<T extends string | number | boolean>(pick: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => pick(second * 1000));
}
