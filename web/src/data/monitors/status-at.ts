import { currentStatus } from '@overdue/domain/monitor/state.ts';
import type { MonitorRow, Status } from '@overdue/sdk';

/** Returns the status at a time. A monitor becomes late as time passes, without an event. */
export function statusAt(
  { status, kind, nextExpectedAt }: Pick<MonitorRow, 'status' | 'kind' | 'nextExpectedAt'>,
  now: number,
): Status {
  const expectedAt = nextExpectedAt === null ? null : Date.parse(nextExpectedAt);
  return currentStatus(status, { kind, nextExpectedAt: expectedAt }, now);
}
