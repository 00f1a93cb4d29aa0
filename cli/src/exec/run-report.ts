import type { ReportTarget } from '../monitors/report-target.ts';
import { type KeptReport, type OutboxOptions, openOutbox, unreachableAddress } from '../spool/outbox.ts';
import type { SendResult } from '../spool/send-report.ts';

export interface ReportOptions extends OutboxOptions {
  readonly target: ReportTarget;
  readonly rid: string;
  /** How long reports may delay the end of this process. */
  readonly patienceMs: number;
}

export interface RunEnd {
  readonly exitStatus: number;
  /** Duration in seconds. */
  readonly duration: number;
  readonly at: number;
  readonly log: Uint8Array;
}

export interface RunReport {
  /**
   * Reports the end, after the start. Resolves once both reports are sent or on disk, at the latest after `patienceMs`, or when the signal of
   * the options is aborted.
   */
  readonly end: (end: RunEnd) => Promise<void>;
}

/** Writes the report of a run's start to disk, and begins to send the report without waiting for the service. */
export function beginReport(options: ReportOptions): RunReport {
  const { target, rid, clock, patienceMs } = options;
  const outbox = openOutbox(options);
  const start = outbox.keep({ target, rid, type: 'start', at: clock.now(), duration: null, log: null });
  outbox.rest();
  // First, the caller starts the job, which may need the last descriptors.
  const starting = Promise.resolve()
    .then(() => outbox.send(start, { timeoutMs: patienceMs }))
    .finally(outbox.rest);

  /** Sends the start again if its first attempt failed, because the service may be back when a long job ends. */
  async function finishStart(leftMs: () => number): Promise<SendResult> {
    const first = await starting;
    if (first.outcome !== 'unreachable' || leftMs() <= 0) return first;
    if (!outbox.isWaiting(start)) return { outcome: 'sent' };
    return outbox.send(start, { timeoutMs: leftMs(), isRepeat: true });
  }

  return {
    async end({ exitStatus, duration, at, log }) {
      const endsAt = clock.monotonic() + patienceMs;
      const leftMs = () => endsAt - clock.monotonic();
      const end = outbox.keep({ target, rid, type: exitStatus, at, duration, log });
      const started = await finishStart(leftMs);
      if (started.outcome === 'refused') options.warn(`Overdue refused the start report. ${started.reason}`);
      const ended = started.outcome === 'unreachable' ? started : await sendEnd(end, leftMs);
      if (ended.outcome === 'refused') options.warn(`Overdue refused the end report. ${ended.reason}`);
      if (started.outcome === 'unreachable' && start.id === null) outbox.leave(start, started.reason);
      if (ended.outcome === 'unreachable') outbox.leave(end, ended.reason);
      if (leftMs() > 0)
        await outbox.sendOthers({ limitMs: leftMs(), exceptAddress: unreachableAddress(target, ended) });
      outbox.rest();
    },
  };

  async function sendEnd(end: KeptReport, leftMs: () => number): Promise<SendResult> {
    if (leftMs() > 0) return outbox.send(end, { timeoutMs: leftMs() });
    return { outcome: 'unreachable', reason: 'The time limit (--patience) was reached.', affects: 'monitor' };
  }
}
