import { type SendOptions, sendReport } from '../spool/send-report.ts';
import { sendSpooled } from '../spool/send-spooled.ts';
import type { Report } from '../spool/spool.ts';
import { spoolReports } from '../spool/spool-reports.ts';

export interface SendOrSpoolOptions extends SendOptions {
  readonly stateFolder: string;
  readonly warn: (text: string) => void;
}

/**
 * Sends a report, and then the spooled reports. If the service can't be reached in time, spools the report. Never throws, because
 * the systemd service must start even if its report is lost.
 */
export async function sendOrSpool(report: Report, options: SendOrSpoolOptions): Promise<void> {
  const { clock, timeoutMs, warn } = options;
  const endsAt = clock.monotonic() + timeoutMs;
  const result = await sendReport(report, options);
  if (result.outcome === 'refused') warn(`The report was refused. ${result.reason}`);
  if (result.outcome === 'unreachable') spoolReports([report], { ...options, reason: result.reason });
  else if (report.type !== 'start') await sendSpooled(options, endsAt - clock.monotonic());
}
