import { tryLock } from './file-lock.ts';
import { type SendOptions, sendReport } from './send-report.ts';
import { openSpool } from './spool.ts';

/** Default timeout for sending one report. */
export const REPORT_TIMEOUT_MS = 10_000;

export interface FlushResult {
  readonly sent: number;
  /** Reports that the service refused permanently. They are deleted. */
  readonly refused: readonly string[];
  readonly waiting: number;
  /** Why reports still wait: the service can't be reached, or another process is sending. Null if no report is waiting. */
  readonly problem: string | null;
}

/** Sends spooled reports in order until the spool is empty, the service can't be reached, or `limitMs` has passed. */
export async function flush(
  folder: string,
  {
    limitMs = Number.POSITIVE_INFINITY,
    timeoutMs = REPORT_TIMEOUT_MS,
    ...options
  }: Omit<SendOptions, 'timeoutMs' | 'isRepeat'> & { readonly limitMs?: number; readonly timeoutMs?: number },
): Promise<FlushResult> {
  const { clock } = options;
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
        problem = 'The time limit was reached.';
        break;
      }
      const result = await sendReport(next, {
        ...options,
        timeoutMs: Math.min(timeoutMs, leftMs),
        isRepeat: true,
      });
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
