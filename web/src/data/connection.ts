import { useSyncExternalStore } from 'react';

/** Live connection. While `lost`, the page may be out of date. */
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
 * Resolves once the live stream is connected or has failed, so that later reads miss no change. Returns false
 * if this takes longer than `withinMs`, as behind a buffering proxy.
 */
export function whenConnected(withinMs: number): Promise<boolean> {
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
