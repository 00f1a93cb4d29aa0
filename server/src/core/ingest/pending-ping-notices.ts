import { mergePingNotices, type PingNotice } from '@overdue/domain/ping/ping-notice.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { PingNoticeStore } from '../ping-notices.ts';

/** Maximum ping IDs with pending notices. Notices of further ping IDs are dropped. */
export const KEYS_MAX = 1000;
/** Maximum monitors per transaction. Kept small because pings wait while a transaction runs. */
const CHUNK = 100;
const FIRST_MS = 1000;
/** Interval between writes. Limits notices to six writes per monitor and minute, even if a client often requests a wrong URL. */
const EVERY_MS = 10_000;
/** How long `stop` waits for a database that doesn't respond. */
const STOP_MS_MAX = 2000;

/** Collects notices in memory and stores them later. A crash loses unsaved notices. */
export interface PingNotices {
  add(normalizedPingID: string, notice: PingNotice): void;
  /** Stores pending notices. Call after the last ping. */
  stop(): Promise<void>;
}

export function createPingNotices({
  store,
  clock,
  log,
}: {
  readonly store: Pick<PingNoticeStore, 'changePingNotices'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}): PingNotices {
  const waiting = new Map<string, readonly PingNotice[]>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  let writing = Promise.resolve();
  let isStopped = false;

  function keep(normalizedPingID: string, notices: readonly PingNotice[]): void {
    const pending = waiting.get(normalizedPingID);
    if (pending === undefined && waiting.size >= KEYS_MAX) return;
    waiting.set(normalizedPingID, mergePingNotices(pending ?? [], notices));
    schedule();
  }

  function schedule(): void {
    if (cancel !== null || isStopped) return;
    const delay = Math.max(FIRST_MS, writtenAt + EVERY_MS - clock.monotonic());
    cancel = clock.after(delay, () => {
      writing = write();
    });
  }

  async function write(): Promise<void> {
    const batch = [...waiting];
    waiting.clear();
    for (let start = 0; start < batch.length; start += CHUNK) {
      try {
        await store.changePingNotices({ kind: 'add', notices: new Map(batch.slice(start, start + CHUNK)) });
      } catch (error) {
        writtenAt = clock.monotonic();
        cancel = null;
        if (error instanceof DatabaseUnavailable)
          for (const [normalizedPingID, notices] of batch.slice(start)) keep(normalizedPingID, notices);
        else log.error({ err: error }, 'Notices about ping URLs could not be stored.');
        return;
      }
    }
    writtenAt = clock.monotonic();
    cancel = null;
    if (waiting.size > 0) schedule();
  }

  return {
    add: (normalizedPingID, notice) => keep(normalizedPingID, [notice]),
    async stop() {
      isStopped = true;
      cancel?.();
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const endWait = clock.after(STOP_MS_MAX, resolve);
      await Promise.race([writing.then(write), isLate]);
      endWait();
    },
  };
}
