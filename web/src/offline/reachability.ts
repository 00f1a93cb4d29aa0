import type { ConnectionStore } from '../data/live/connection.ts';

interface Options {
  /** Live stream. A lost stream is the first sign of an unreachable service. */
  readonly connection: Pick<ConnectionStore, 'current' | 'subscribe'>;
  readonly isReachable: () => Promise<boolean>;
  /** Resolves when it is time to try the service again. */
  readonly waitToRetry: () => Promise<void>;
}

export interface Reachability {
  isUnreachable(): boolean;
  /** Tries to reach the service, until the live stream is back. */
  check(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Detects whether the service can be reached. A lost stream is not proof, because a proxy may end streams but pass on requests.
 */
export function createReachability({ connection, isReachable, waitToRetry }: Options): Reachability {
  let isUnreachable = false;
  let isChecking = false;
  const listeners = new Set<() => void>();

  function set(next: boolean): void {
    if (next === isUnreachable) return;
    isUnreachable = next;
    for (const listener of listeners) listener();
  }

  async function watch(): Promise<void> {
    for (;;) {
      set(!(await isReachable()));
      if (!isUnreachable && connection.current().state !== 'lost') return;
      await waitToRetry();
    }
  }

  function check(): void {
    if (isChecking) return;
    isChecking = true;
    void watch().finally(() => {
      isChecking = false;
    });
  }

  connection.subscribe(() => {
    const { state } = connection.current();
    if (state === 'lost') check();
    if (state === 'live') set(false);
  });

  return {
    isUnreachable: () => isUnreachable,
    check,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
