import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let second = Math.floor(Date.now() / 1000);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The time is outdated, because the timer doesn't run without listeners.
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

export function onEachSecond(listener: (now: number) => void): () => void {
  return subscribe(() => listener(second * 1000));
}

/** Current time in milliseconds. All components share one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => second) * 1000;
}

/** Like {@link useNow}, but renders only when the result of `pick` changes. */
export function useAtEachSecond<T extends string | number | boolean>(pick: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => pick(second * 1000));
}
