import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { PRUNE_START, type PrunePosition, type RetentionStore } from '../store/store.ts';

const ROUND_EVERY_MS = 3_600_000;
const FIRST_ROUND_MS = 60_000;
/** Between two steps, so that pruning never crowds out pings. */
const PAUSE_MS = 20;
const SPAN = 200;
const ROWS_PER_STEP = 500;
const DAY_MS = 86_400_000;

export interface Retention {
  start(): void;
  /** Prunes all that the policy no longer keeps, once. */
  round(): Promise<number>;
  stop(): Promise<void>;
}

/** Deletes old events, bodies, runs and transitions in small steps, once an hour. */
export function createRetention(options: {
  readonly store: RetentionStore;
  readonly clock: Clock;
  readonly log: Log;
  /** 0 keeps for ever. */
  readonly days: number;
  /** Newest events and runs kept of each monitor; 0 keeps all. */
  readonly events: number;
}): Retention {
  const { store, clock, log } = options;
  let stopped = false;
  let cancel = (): void => {};
  let running: Promise<unknown> = Promise.resolve();

  async function round(): Promise<number> {
    const before = options.days === 0 ? 0 : clock.now() - options.days * DAY_MS;
    const keep = options.events === 0 ? Number.MAX_SAFE_INTEGER : options.events;
    let deleted = 0;
    for (let from: PrunePosition | null = PRUNE_START; from !== null && !stopped; ) {
      const step = await store.prune({ keep, before, span: SPAN, rows: ROWS_PER_STEP }, from);
      deleted += step.deleted;
      from = step.next;
      if (step.deleted > 0 && !stopped) await pause();
      else await new Promise((resolve) => setImmediate(resolve));
    }
    return deleted;
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancelTimer = clock.after(PAUSE_MS, resolve);
      cancel = () => {
        cancelTimer();
        resolve();
      };
    });
  }

  function schedule(delayMs: number): void {
    cancel = clock.after(delayMs, () => {
      running = round()
        .then((deleted) => log.info({ deleted }, 'Pruned what the retention policy no longer keeps.'))
        .catch((error: unknown) => log.error({ err: error }, 'Pruning failed; it goes on in the next round.'))
        .finally(() => {
          if (!stopped) schedule(ROUND_EVERY_MS);
        });
    });
  }

  return {
    start: () => schedule(FIRST_ROUND_MS),
    round,
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
