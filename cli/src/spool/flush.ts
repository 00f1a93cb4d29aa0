import type { Clock } from '../../../sdk/src/clock.ts';
import { tryLock } from './file-lock.ts';
import { sendReport } from './send-report.ts';
import { openSpool } from './spool.ts';

const TIMEOUT_MS = 10_000;

export interface FlushResult {
  readonly sent: number;
  /** Reports that the service refused for good. They are dropped. */
  readonly refused: readonly string[];
  readonly waiting: number;
  /** Why the rest waits: the service can't be reached, or another process is sending. Null if nothing waits. */
  readonly problem: string | null;
}

/** Sends waiting reports in their order, until the spool is empty, the service can't be reached, or the time is over. */
export async function flush(
  folder: string,
  {
    clock,
    userAgent,
    limitMs = Number.POSITIVE_INFINITY,
  }: { readonly clock: Clock; readonly userAgent: string; readonly limitMs?: number },
): Promise<FlushResult> {
  const release = tryLock(folder, 'flush');
  const spool = openSpool(folder, clock.now());
  const endsAt = clock.monotonic() + limitMs;
  const refused: string[] = [];
  let sent = 0;
  let problem = release === null ? 'Another process is sending them.' : null;
  try {
    for (let next = spool.first(); next !== null && problem === null; next = spool.first()) {
      const leftMs = endsAt - clock.monotonic();
      if (leftMs <= 0) {
        problem = 'There was no time left.';
        break;
      }
      const result = await sendReport(next, { clock, userAgent, timeoutMs: Math.min(TIMEOUT_MS, leftMs) });
      if (result.outcome === 'unreachable') problem = result.reason;
      else spool.remove(next.id);
      if (result.outcome === 'sent') sent += 1;
      if (result.outcome === 'refused') refused.push(result.reason);
    }
    const waiting = spool.count();
    return { sent, refused, waiting, problem: waiting === 0 ? null : problem };
  } finally {
    spool.close();
    release?.();
  }
}
