import { AppError } from '../domain/error.ts';
import type { Applied, IngestStore, Input } from '../store/store.ts';

/** Pings in one transaction at most, so that a commit stays short whatever waits behind it. */
const BATCH_MAX = 1000;
/** How long a batch gathers at most. */
const GATHER_MS_MAX = 10;
/** Bytes of bodies that may wait, however few pings they belong to. */
const BYTES_WAITING_MAX = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 1;

export interface Ingest {
  /**
   * Applies a ping, and resolves when what came of it is durable. Rejects with `unavailable` when the buffer is full or the
   * database refuses: the ping is then not recorded, and its sender must try again.
   */
  submit(input: Input): Promise<Applied>;
  /** Resolves when all that was submitted before the call has been committed or refused. */
  settle(): Promise<void>;
  /** Pings waiting for their commit. */
  waiting(): number;
}

interface Waiting {
  readonly input: Input;
  readonly resolve: (applied: Applied) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The buffer between the ping endpoints and the store. While one batch commits, the next gathers, so that under load many
 * pings share one fsync and a lone ping waits for nobody.
 */
export function createIngest(options: {
  readonly store: IngestStore;
  readonly waitingMax: number;
  /** Called before each batch: the watchdog's chance to notice that the service was asleep. */
  readonly beforeBatch: () => Promise<void>;
  /** Called after each batch that is durable, with what came of it and when it was begun (monotonic milliseconds). */
  readonly afterBatch: (applied: readonly Applied[], startedAt: number) => void;
  readonly monotonic: () => number;
}): Ingest {
  let queue: Waiting[] = [];
  let bytes = 0;
  let inCommit = 0;
  let scheduled = false;
  /** Pings taken and pings dealt with so far: a settler waits for the second to reach what the first was. */
  let submitted = 0;
  let finished = 0;
  let settlers: { readonly until: number; readonly resolve: () => void }[] = [];

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    const startedAt = options.monotonic();
    // The first of these runs in the turn of the event loop that is under way: the comparison needs a whole turn.
    setImmediate(() => gather(submitted, startedAt));
  }

  /** Waits while each turn of the event loop still brings pings, so that a burst of connections shares its commits. */
  function gather(before: number, startedAt: number): void {
    setImmediate(() => {
      const isGrowing = submitted > before && queue.length < BATCH_MAX;
      if (isGrowing && options.monotonic() - startedAt < GATHER_MS_MAX) gather(submitted, startedAt);
      else void flush();
    });
  }

  async function flush(): Promise<void> {
    const batch = queue.slice(0, BATCH_MAX);
    queue = queue.slice(BATCH_MAX);
    inCommit = batch.length;
    await commit(batch);
    inCommit = 0;
    finished += batch.length;
    for (const { until, resolve } of settlers) if (until <= finished) resolve();
    settlers = settlers.filter(({ until }) => until > finished);
    scheduled = false;
    if (queue.length > 0) schedule();
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    const startedAt = options.monotonic();
    try {
      await options.beforeBatch();
      const applied = await options.store.apply(batch.map(({ input }) => input));
      options.afterBatch(applied, startedAt);
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = applied[index];
        if (outcome === undefined)
          reject(new Error('The store answered fewer outcomes than it was given inputs.'));
        else resolve(outcome);
      });
    } catch (cause) {
      const error = new AppError('unavailable', 'The ping could not be stored. Send it again.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause,
      });
      for (const { reject } of batch) reject(error);
    } finally {
      for (const { input } of batch) bytes -= bodySize(input);
    }
  }

  return {
    submit(input) {
      const size = bodySize(input);
      if (queue.length + inCommit >= options.waitingMax || (size > 0 && bytes + size > BYTES_WAITING_MAX)) {
        return Promise.reject(
          new AppError('unavailable', 'More pings are waiting than can be stored right now. Send it again.', {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          }),
        );
      }
      bytes += size;
      submitted += 1;
      const { promise, resolve, reject } = Promise.withResolvers<Applied>();
      queue.push({ input, resolve, reject });
      schedule();
      return promise;
    },
    settle() {
      if (finished === submitted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      settlers.push({ until: submitted, resolve });
      return promise;
    },
    waiting: () => queue.length + inCommit,
  };
}

function bodySize(input: Input): number {
  return input.request?.body?.byteLength ?? 0;
}
