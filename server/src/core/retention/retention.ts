import { DAY_MS } from '@overdue/domain/time-units.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import { createLoop, logOutages } from '../../platform/runtime/loop.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import type { WatchdogStore } from '../contract.ts';
import { createLease } from '../nodes/lease.ts';
import { PRUNE_START, type PrunePosition, type RetentionStore } from '../operations.ts';

const ROUND_EVERY_MS = 3_600_000;
const FIRST_ROUND_MS = 60_000;
/** Pause after each step that deleted rows, so that pruning doesn't delay pings. */
const PAUSE_MS = 20;
const MONITORS_PER_STEP = 200;
const ROWS_PER_STEP = 500;

export interface Retention {
  start(): void;
  /**
   * Creates partitions and prunes. Stops if another process has the lease. Returns the number of rows that were deleted
   * individually, not with a partition.
   */
  round(): Promise<number>;
  stop(): Promise<void>;
}

/** Prunes once an hour, in small steps and in one process at a time. */
export function createRetention(options: {
  readonly store: RetentionStore & Pick<WatchdogStore, 'takeLease'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: string;
  /** Number of days of history to keep; 0 keeps everything. */
  readonly days: number;
  /** Number of latest events and runs to keep per monitor; 0 keeps all. */
  readonly events: number;
}): Retention {
  const { store, clock, log, holder } = options;
  const lease = createLease({ store, clock, name: 'retention', holder });
  const loop = createLoop({
    clock,
    firstMs: FIRST_ROUND_MS,
    async round() {
      const deleted = await round();
      log.info({ deleted }, 'Pruned rows outside the retention policy.');
      return ROUND_EVERY_MS;
    },
    retryMs: ROUND_EVERY_MS,
    observer: logOutages(log, clock, 'Pruning failed. It continues in the next round.'),
  });

  async function round(): Promise<number> {
    const oldBefore = options.days === 0 ? 0 : clock.now() - options.days * DAY_MS;
    const keptPerMonitor = options.events === 0 ? Number.MAX_SAFE_INTEGER : options.events;
    let deleted = 0;
    for (let from: PrunePosition | null = PRUNE_START; from !== null && !loop.isStopped(); ) {
      if (!(await lease.hold())) return deleted;
      const policy = {
        now: clock.now(),
        keptPerMonitor,
        oldBefore,
        monitorsPerStep: MONITORS_PER_STEP,
        rowsPerStep: ROWS_PER_STEP,
      };
      const step = await store.prune(policy, from);
      deleted += step.deleted;
      from = step.next;
      if (step.deleted > 0) await loop.pause(PAUSE_MS);
      else await yieldToPings();
    }
    await lease.giveBack();
    return deleted;
  }

  return { start: loop.start, round, stop: loop.stop };
}
