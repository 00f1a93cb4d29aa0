/** How far a queue has come, for those who wait for what is in it now and for nothing that comes after. */
export interface Progress {
  /** So many more were taken. */
  take(count: number): void;
  /** So many, the oldest first, came to their end. */
  end(count: number): void;
  /** Resolves when all that was taken before the call has come to its end. */
  settle(): Promise<void>;
  /** Lets down all who wait. */
  fail(error: Error): void;
}

interface Settler {
  readonly until: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function createProgress(): Progress {
  let taken = 0;
  let ended = 0;
  let settlers: Settler[] = [];
  return {
    take(count) {
      taken += count;
    },
    end(count) {
      ended += count;
      for (const { until, resolve } of settlers) if (until <= ended) resolve();
      settlers = settlers.filter(({ until }) => until > ended);
    },
    settle() {
      if (ended === taken) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      settlers.push({ until: taken, resolve, reject });
      return promise;
    },
    fail(error) {
      for (const { reject } of settlers) reject(error);
      settlers = [];
    },
  };
}
