import type { Clock } from '../runtime/clock.ts';
import { createOutageLog, type Log } from '../runtime/log.ts';
import type { WatchdogStore } from '../store/presence/contract.ts';
import { PRUNE_START, type PrunePosition, type RetentionStore } from '../store/upkeep/contract.ts';

const ROUND_EVERY_MS = 3_600_000;
const FIRST_ROUND_MS = 60_000;
/** Between two steps, so that pruning never crowds out pings. */
const PAUSE_MS = 20;
const SPAN = 200;
const ROWS_PER_STEP = 500;
const DAY_MS = 86_400_000;
/** A process is forgotten so long after its last event should have gone: whole partitions go two weeks late. */
const FORGOTTEN_DAYS = 30;
/** When a process that prunes dies, another one may begin after so long. It is prolonged when half of it is over. */
const LEASE_MS = 120_000;

export interface Retention {
  start(): void;
  /**
   * Makes room for what is to come, and prunes all that the policy no longer keeps, once; stops where another process is at it.
   *
   * @returns how many rows were deleted one by one
   */
  round(): Promise<number>;
  stop(): Promise<void>;
}

/** Deletes old events, bodies, runs and transitions in small steps, once an hour, and one process at a time. */
export function createRetention(options: {
  readonly store: RetentionStore & Pick<WatchdogStore, 'takeLease' | 'dropLease'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Who prunes, for the lease. */
  readonly holder: string;
  /** 0 keeps for ever. */
  readonly days: number;
  /** Newest events and runs kept of each monitor; 0 keeps all. */
  readonly events: number;
}): Retention {
  const { store, clock, log, holder } = options;
  const outage = createOutageLog(log);
  let stopped = false;
  let cancel = (): void => {};
  let running: Promise<unknown> = Promise.resolve();

  async function round(): Promise<number> {
    const before = options.days === 0 ? 0 : clock.now() - options.days * DAY_MS;
    const keep = options.events === 0 ? Number.MAX_SAFE_INTEGER : options.events;
    let deleted = 0;
    await store.makeRoom(clock.now());
    const lease = createLease();
    for (let from: PrunePosition | null = PRUNE_START; from !== null && !stopped; ) {
      if (!(await lease())) return deleted;
      const step = await store.prune({ keep, before, span: SPAN, rows: ROWS_PER_STEP }, from);
      deleted += step.deleted;
      from = step.next;
      if (step.deleted > 0 && !stopped) await pause();
      else await new Promise((resolve) => setImmediate(resolve));
    }
    deleted += await pruneAccounts();
    if (options.days > 0) await store.forgetTickets(clock.now(), (options.days + FORGOTTEN_DAYS) * DAY_MS);
    await store.dropLease('retention', holder);
    return deleted;
  }

  async function pruneAccounts(): Promise<number> {
    let sum = 0;
    for (let deleted = ROWS_PER_STEP; deleted >= ROWS_PER_STEP && !stopped; sum += deleted)
      deleted = await store.pruneAccounts(clock.now(), ROWS_PER_STEP);
    return sum;
  }

  /** Asks whether this process may prune now. */
  function createLease(): () => Promise<boolean> {
    let until = Number.NEGATIVE_INFINITY;
    return async () => {
      const at = clock.now();
      if (until - at > LEASE_MS / 2) return true;
      until = at + LEASE_MS;
      return store.takeLease({ name: 'retention', holder, at, until });
    };
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
        .then((deleted) => {
          outage.worked();
          log.info({ deleted }, 'Pruned what the retention policy no longer keeps.');
        })
        .catch((error: unknown) => outage.failed(error, 'Pruning failed; it goes on in the next round.'))
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
