interface Options {
  readonly isReachable: () => Promise<boolean>;
  /** Resolves when it is time to try the service again. */
  readonly waitToRetry: () => Promise<void>;
}

export interface CodeLoader {
  /**
   * Loads code. While the service is unreachable, the load waits. Once the service is reachable, the load tries a second time and
   * rejects if this fails too. A newer deployment has then probably replaced the file, and the router reloads the page.
   */
  load<M>(importCode: () => Promise<M>): Promise<M>;
  /** Returns whether a load is waiting for the service. */
  isWaiting(): boolean;
  subscribe(listener: () => void): () => void;
}

export function createCodeLoader({ isReachable, waitToRetry }: Options): CodeLoader {
  let waiting = 0;
  let reachable: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function changeWaiting(by: number): void {
    waiting += by;
    for (const listener of listeners) listener();
  }

  async function waitUntilReachable(): Promise<void> {
    while (!(await isReachable())) await waitToRetry();
    reachable = null;
  }

  return {
    async load(importCode) {
      try {
        return await importCode();
      } catch {
        changeWaiting(1);
        try {
          // All waiting loads share one series of attempts.
          reachable ??= waitUntilReachable();
          await reachable;
        } finally {
          changeWaiting(-1);
        }
        return importCode();
      }
    },
    isWaiting: () => waiting > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
