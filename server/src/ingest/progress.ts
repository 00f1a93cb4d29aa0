/** Progress of a queue, for callers that wait for its current entries and for no later ones. */
export interface Progress {
  /** Adds entries. */
  take(count: number): void;
  /** Number of entries that ended, oldest first. */
  end(count: number): void;
  /** Resolves once every entry taken before the call has ended. */
  settle(): Promise<void>;
  /** Rejects every wait under way. */
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
