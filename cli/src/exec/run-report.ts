import type { Clock } from '../../../sdk/src/clock.ts';
import { flush } from '../spool/flush.ts';
import { type SendResult, sendReport } from '../spool/send-report.ts';
import { openSpool, type Report } from '../spool/spool.ts';

export interface ReportOptions {
  readonly pingURL: string;
  readonly rid: string;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly stateFolder: string;
  /** How long the job's end may be delayed by reports. */
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
  /** Reports the end, after the start. Resolves when both are sent or on disk, within the patience. */
  readonly end: (end: RunEnd) => Promise<void>;
}

/** Reports the start of a run without waiting for the service. Reports that can't be sent go to the spool. */
export function beginReport(setting: ReportOptions): RunReport {
  const { pingURL, rid, clock, patienceMs } = setting;
  const start: Report = { pingURL, rid, type: 'start', at: clock.now(), duration: null, log: null };
  const starting = sendReport(start, { ...setting, timeoutMs: patienceMs });

  return {
    async end({ exitStatus, duration, at, log }) {
      const endsAt = clock.monotonic() + patienceMs;
      const end: Report = { pingURL, rid, type: exitStatus, at, duration, log };
      const started = await starting;
      const isStarted = started.outcome !== 'unreachable';
      if (started.outcome === 'refused') setting.warn(`The start was refused. ${started.reason}`);
      const timeoutMs = endsAt - clock.monotonic();
      const ended: SendResult =
        isStarted && timeoutMs > 0
          ? await sendReport(end, { ...setting, timeoutMs })
          : {
              outcome: 'unreachable',
              reason: started.outcome === 'sent' ? 'There was no time left.' : started.reason,
            };
      if (ended.outcome === 'refused') setting.warn(`The end was refused. ${ended.reason}`);
      if (ended.outcome === 'unreachable') keep(setting, isStarted ? [end] : [start, end], ended.reason);
      else await sendWaiting(setting, endsAt - clock.monotonic());
    },
  };
}

function keep({ stateFolder, clock, warn }: ReportOptions, reports: readonly Report[], reason: string): void {
  try {
    const spool = openSpool(stateFolder, clock.now());
    spool.add(reports);
    spool.close();
    warn(`The service can't be reached, so the report waits in ${stateFolder}. ${reason}`);
  } catch (error) {
    warn(
      `The report is lost: the service can't be reached, and ${stateFolder} can't be written. ${String(error)}`,
    );
  }
}

/** Sends waiting reports of earlier runs within the time limit. Call when the service is reachable. */
async function sendWaiting(setting: ReportOptions, limitMs: number): Promise<void> {
  if (limitMs <= 0) return;
  try {
    const { refused } = await flush(setting.stateFolder, { ...setting, limitMs });
    for (const reason of refused)
      setting.warn(`A report of an earlier run was refused and dropped. ${reason}`);
  } catch (error) {
    setting.warn(`The reports of earlier runs could not be sent: ${String(error)}`);
  }
}
