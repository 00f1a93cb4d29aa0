import type { Log } from '../platform/runtime/log.ts';

export interface BackgroundWork {
  /** Logs the error if the work fails. */
  run(work: Promise<void>): void;
  /** Resolves once no work is in progress. */
  drain(): Promise<void>;
}

/** Work that may continue after the response is sent. The process waits for this work before it ends. */
export function createBackgroundWork(log: Pick<Log, 'error'>): BackgroundWork {
  const inProgress = new Set<Promise<void>>();
  return {
    run(work) {
      const done: Promise<void> = work
        .catch((error: unknown) => log.error({ err: error }, 'Background work for an account failed.'))
        .finally(() => inProgress.delete(done));
      inProgress.add(done);
    },
    async drain() {
      while (inProgress.size > 0) await Promise.all(inProgress);
    },
  };
}
