/** Lets callers wait for the current entries of a queue, without waiting for later entries. */
export interface DrainProgress {
  add(count: number): void;
  /** Records that the `count` oldest entries have left the queue. */
  end(count: number): void;
  /** Resolves once every entry added before the call has left the queue. */
  drain(): Promise<void>;
  fail(error: Error): void;
}

interface Waiter {
  readonly until: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function createDrainProgress(): DrainProgress {
  let begun = 0;
  let ended = 0;
  let waiters: Waiter[] = [];
  return {
    add(count) {
      begun += count;
    },
    end(count) {
      ended += count;
      for (const { until, resolve } of waiters) if (until <= ended) resolve();
      waiters = waiters.filter(({ until }) => until > ended);
    },
    drain() {
      if (ended === begun) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiters.push({ until: begun, resolve, reject });
      return promise;
    },
    fail(error) {
      for (const { reject } of waiters) reject(error);
      waiters = [];
    },
  };
}
