import { pingIDOf } from '@overdue/domain/views/monitor-rows.ts';
import type { MonitorRow } from '@overdue/sdk';

/** Returns the address for pings by email; null if the service accepts none or hides the ping ID. */
export function pingEmailOf(monitor: Pick<MonitorRow, 'pingURL'>, host: string): string | null {
  return host === '' || monitor.pingURL === '' ? null : `${pingIDOf(monitor)}@${host}`;
}
