/** Live connection. While `lost`, the page may be out of date. */
export type LiveConnection =
  | { readonly state: 'connecting' | 'live' }
  | { readonly state: 'lost'; readonly since: number };

export interface ConnectionStore {
  current(): LiveConnection;
  set(next: LiveConnection): void;
  subscribe(listener: () => void): () => void;
  /**
   * Resolves to true once the stream has connected or failed. Resolves to false after `withinMs`, for example behind a
   * buffering proxy.
   */
  whenSettled(withinMs: number): Promise<boolean>;
}

export function createConnection(): ConnectionStore {
  let connection: LiveConnection = { state: 'connecting' };
  const listeners = new Set<() => void>();

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    current: () => connection,
    set(next) {
      if (next.state === connection.state) return;
      connection = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    whenSettled(withinMs) {
      if (connection.state !== 'connecting') return Promise.resolve(true);
      return new Promise((resolve) => {
        const unsubscribe = subscribe(() => end('settled'));
        const timer = setTimeout(() => end('timed_out'), withinMs);
        function end(outcome: 'settled' | 'timed_out'): void {
          unsubscribe();
          clearTimeout(timer);
          resolve(outcome === 'settled');
        }
      });
    },
  };
}
