import { formatTarget, type ReportTarget } from '../monitors/report-target.ts';
import { type FileLock, tryLock } from './file-lock.ts';
import { type SendOptions, sendReport } from './send-report.ts';
import { openSpool, type Spool, type WaitingReport } from './spool.ts';

/** Default timeout for sending one report. */
export const REPORT_TIMEOUT_MS = 10_000;
/** Maximum number of addresses to which reports are sent at the same time. */
export const ADDRESSES_AT_ONCE = 32;

export interface FlushOptions extends Omit<SendOptions, 'timeoutMs' | 'isRepeat'> {
  /** How long to keep sending. Default: until each report was tried. */
  readonly limitMs?: number;
  /** Time limit of one report. */
  readonly timeoutMs?: number;
  /** Address that is known to be unreachable at present. */
  readonly exceptAddress?: string | null;
  readonly warn: (text: string) => void;
}

export interface FlushResult {
  readonly sent: number;
  /** Why Overdue refused reports permanently. These reports are deleted. */
  readonly refused: readonly string[];
  readonly waiting: number;
  /** Number of waiting reports that are not sent, because they are too old by the clock of this host. */
  readonly tooOld: number;
  /** Why reports still wait, one line for each reason. Null if no report is waiting, or if all of them are too old. */
  readonly problem: string | null;
}

/**
 * Sends the reports on disk, all addresses at the same time, and each address in the order of its reports. A report that can't be sent
 * delays only later reports to which the same reason applies: reports to an address that can't be reached, with a token that is refused, or
 * of the same monitor.
 */
export async function flush(folder: string, options: FlushOptions): Promise<FlushResult> {
  const { limitMs = Number.POSITIVE_INFINITY, clock, warn } = options;
  const spool = openSpool(folder, { now: clock.now(), warn });
  const tally: Tally = { sent: 0, refused: [], problems: new Set() };
  const reports = spool
    .list()
    .filter(
      ({ isHeld, isTooOld, target }) => !isHeld && !isTooOld && addressOf(target) !== options.exceptAddress,
    );
  const endsAt = clock.monotonic() + limitMs;
  const lock = reports.length === 0 ? null : lockForSending(folder);
  try {
    if (lock === 'held') tally.problems.add('Another process is sending them.');
    else await sendAll(reports, { ...options, spool, tally, endsAt });
    const left = spool.list();
    const waiting = left.length;
    const tooOld = left.filter(({ isTooOld }) => isTooOld).length;
    if (waiting > tooOld && tally.problems.size === 0) tally.problems.add('Their jobs are sending them now.');
    const problem = waiting === tooOld ? null : [...tally.problems].join('\n');
    return { sent: tally.sent, refused: tally.refused, waiting, tooOld, problem };
  } finally {
    spool.close();
    if (lock !== 'held') lock?.release();
  }
}

interface Tally {
  sent: number;
  readonly refused: string[];
  readonly problems: Set<string>;
}

interface SendAllOptions extends FlushOptions {
  readonly spool: Spool;
  readonly tally: Tally;
  /** When to stop, in monotonic milliseconds. */
  readonly endsAt: number;
}

/** Takes the lock of sending; null if the lock can't be taken: the service recognizes reports that two processes send. */
function lockForSending(folder: string): FileLock | 'held' | null {
  try {
    return tryLock(folder, 'flush') ?? 'held';
  } catch {
    return null;
  }
}

async function sendAll(reports: readonly WaitingReport[], options: SendAllOptions): Promise<void> {
  const groups = [...Map.groupBy(reports, ({ target }) => addressOf(target)).values()];
  const queue = groups.values();
  const sendNext = async (): Promise<void> => {
    for (const group of queue) await sendInOrder(group, options);
  };
  await Promise.all(Array.from({ length: Math.min(ADDRESSES_AT_ONCE, groups.length) }, sendNext));
}

/** Sends reports to one address. */
async function sendInOrder(reports: readonly WaitingReport[], options: SendAllOptions): Promise<void> {
  const { spool, tally, endsAt, clock, timeoutMs = REPORT_TIMEOUT_MS } = options;
  const blocked = new Set<string>();
  for (const { id, target } of reports) {
    if (blocked.has(formatTarget(target)) || blocked.has(accountOf(target))) continue;
    const leftMs = endsAt - clock.monotonic();
    if (options.signal?.aborted === true) return void tally.problems.add('Sending was ended by a signal.');
    if (leftMs <= 0) return void tally.problems.add('The time limit was reached.');
    const report = spool.read(id);
    // Another process may have sent or dropped the report.
    if (report === null) continue;
    const result = await sendReport(report, {
      ...options,
      timeoutMs: Math.min(timeoutMs, leftMs),
      isRepeat: true,
    });
    if (result.outcome === 'unreachable') {
      spool.release(id, result.reason);
      tally.problems.add(result.reason);
      if (result.affects === 'address') return;
      blocked.add(result.affects === 'account' ? accountOf(target) : formatTarget(target));
    } else {
      spool.remove(id);
      if (result.outcome === 'sent') tally.sent += 1;
      else tally.refused.push(result.reason);
    }
  }
}

/** Returns the server to which a report goes. */
export function addressOf(target: ReportTarget): string {
  const url = 'pingURL' in target ? target.pingURL : target.monitor.url;
  return URL.parse(url)?.origin ?? url;
}

/** Returns a name for the token that a report needs; the target itself if the report needs none. */
function accountOf(target: ReportTarget): string {
  if ('pingURL' in target) return formatTarget(target);
  const { url, profile } = target.monitor;
  return JSON.stringify([url, profile]);
}
