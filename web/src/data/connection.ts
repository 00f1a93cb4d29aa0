import { useSyncExternalStore } from 'react';

/** `lost` since a time: what is shown may be older than it looks. */
export type Connection =
  | { readonly state: 'connecting' | 'live' }
  | { readonly state: 'lost'; readonly since: number };

let connection: Connection = { state: 'connecting' };
const listeners = new Set<() => void>();

export function setConnection(next: Connection): void {
  if (next.state === connection.state) return;
  connection = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

/**
 * Resolves when live events come, or don't: what is read from then on misses nothing of what they tell. False when that took
 * longer than `withinMs`, as behind a proxy that holds them back.
 */
export function settled(withinMs: number): Promise<boolean> {
  if (connection.state !== 'connecting') return Promise.resolve(true);
  return new Promise((resolve) => {
    const leave = subscribe(() => end(true));
    const timer = setTimeout(() => end(false), withinMs);
    function end(isSettled: boolean): void {
      leave();
      clearTimeout(timer);
      resolve(isSettled);
    }
  });
}
