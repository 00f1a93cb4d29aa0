import { currentStatus } from '@overdue/domain/monitor/state.ts';
import type { MonitorRow, Status } from '@overdue/sdk';

/** Returns the status at a time. A monitor becomes late as time passes, without an event. */
export function statusAt(
  { status, nextExpectedAt }: Pick<MonitorRow, 'status' | 'nextExpectedAt'>,
  now: number,
): Status {
  return currentStatus(status, nextExpectedAt === null ? null : Date.parse(nextExpectedAt), now);
}
