import type { Clock } from '../../../sdk/src/clock.ts';
import type { FindPingURL, ReportTarget } from '../monitors/report-target.ts';
import { type SendResult, sendReport } from '../spool/send-report.ts';
import { sendSpooled } from '../spool/send-spooled.ts';
import type { Report } from '../spool/spool.ts';
import { spoolReports } from '../spool/spool-reports.ts';

export interface ReportOptions {
  readonly target: ReportTarget;
  readonly rid: string;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly findPingURL: FindPingURL;
  readonly stateFolder: string;
  /** How long reports may delay the end of this process. */
  readonly patienceMs: number;
  readonly warn: (text: string) => void;
}

export interface RunEnd {
  readonly exitStatus: number;
  readonly duration: number;
  readonly at: number;
  readonly log: Uint8Array;
}

/** Reports of one run. */
export interface RunReport {
  /**
   * Reports the end, after the start. Resolves once both reports are sent or on disk, at the latest after `patienceMs`.
   */
  readonly end: (end: RunEnd) => Promise<void>;
}

/** Reports the start of a run without waiting for the service. Reports that can't be sent go to the spool. */
export function beginReport(options: ReportOptions): RunReport {
  const { target, rid, clock, patienceMs } = options;
  const start: Report = { target, rid, type: 'start', at: clock.now(), duration: null, log: null };
  const starting = sendReport(start, { ...options, timeoutMs: patienceMs });

  return {
    async end({ exitStatus, duration, at, log }) {
      const endsAt = clock.monotonic() + patienceMs;
      const end: Report = { target, rid, type: exitStatus, at, duration, log };
      const started = await starting;
      const isStarted = started.outcome !== 'unreachable';
      if (started.outcome === 'refused') options.warn(`Overdue refused the start report. ${started.reason}`);
      const timeoutMs = endsAt - clock.monotonic();
      const ended: SendResult =
        isStarted && timeoutMs > 0
          ? await sendReport(end, { ...options, timeoutMs })
          : {
              outcome: 'unreachable',
              reason:
                started.outcome === 'sent' ? 'The time limit (--patience) was reached.' : started.reason,
            };
      if (ended.outcome === 'refused') options.warn(`Overdue refused the end report. ${ended.reason}`);
      if (ended.outcome === 'unreachable')
        spoolReports(isStarted ? [end] : [start, end], { ...options, reason: ended.reason });
      else await sendSpooled(options, endsAt - clock.monotonic());
    },
  };
}
