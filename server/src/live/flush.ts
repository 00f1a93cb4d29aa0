import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { type Changes, type createPendingChanges, MONITORS_PER_EVENT } from './changes.ts';

/** How long changes are collected before they are sent. One query then covers all changes of a team. */
const FLUSH_MS = 250;
/** Delay after a failure. The database is probably unavailable. */
const RETRY_MS = 2000;

type PendingChanges = ReturnType<typeof createPendingChanges>;

interface Flush {
  /** Sends the pending changes soon. */
  schedule(): void;
  stop(): void;
}

/** Sends pending changes at most four times a second. Keeps the changes of a team that could not be read. */
export function createFlush(options: {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Changes to send to this process's listeners. */
  readonly localChanges: PendingChanges;
  /** Changes to send to other nodes. */
  readonly remoteChanges: PendingChanges;
  readonly send: (teamID: string, changes: Changes) => Promise<void>;
  readonly sendElsewhere: (teamID: string, changes: Changes) => void;
}): Flush {
  const { clock, log, localChanges, remoteChanges } = options;
  let isStopped = false;
  let isFlushing = false;
  let isScheduled = false;
  let flushedAt = Number.NEGATIVE_INFINITY;
  let cancel = (): void => {};

  function schedule(afterMs = flushedAt + FLUSH_MS - clock.monotonic()): void {
    if (isScheduled || isFlushing || isStopped) return;
    isScheduled = true;
    cancel = clock.after(Math.max(0, afterMs), () => void flush());
  }

  async function flush(): Promise<void> {
    isScheduled = false;
    isFlushing = true;
    flushedAt = clock.monotonic();
    let hasFailed = false;
    try {
      for (const [teamID, changes] of remoteChanges.take(Number.POSITIVE_INFINITY))
        options.sendElsewhere(teamID, changes);
      for (const [teamID, changes] of localChanges.take(MONITORS_PER_EVENT)) {
        try {
          await options.send(teamID, changes);
        } catch (error) {
          hasFailed = true;
          localChanges.merge(teamID, changes);
          log.warn({ err: error }, 'Live updates of a team could not be read. Retrying.');
        }
      }
    } catch (error) {
      hasFailed = true;
      log.warn({ err: error }, 'Live updates could not be sent. Retrying.');
    }
    isFlushing = false;
    if (!localChanges.isEmpty() || !remoteChanges.isEmpty()) schedule(hasFailed ? RETRY_MS : undefined);
  }

  return {
    schedule: () => schedule(),
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
