import type { Clock } from '../../../sdk/src/clock.ts';
import { openSpool, type Report } from './spool.ts';

export interface SpoolReportsOptions {
  readonly clock: Clock;
  readonly stateFolder: string;
  readonly warn: (text: string) => void;
  /** Why the reports can't be sent now. */
  readonly reason: string;
}

/** Stores reports on disk until the service can be reached. Never throws, because a failed report must not stop its job. */
export function spoolReports(
  reports: readonly Report[],
  { stateFolder, clock, warn, reason }: SpoolReportsOptions,
): void {
  try {
    const spool = openSpool(stateFolder, clock.now());
    try {
      spool.add(reports);
    } finally {
      spool.close();
    }
    warn(`The service can't be reached, so the report waits in ${stateFolder}. ${reason}`);
  } catch (error) {
    warn(
      `The report is lost: the service can't be reached, and ${stateFolder} can't be written. ${String(error)}`,
    );
  }
}
