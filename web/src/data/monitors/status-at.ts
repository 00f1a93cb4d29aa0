import type { MonitorRow, Status } from '@overdue/sdk';

/**
 * Returns the status at a time. A monitor becomes late as time passes, without an event. Corresponds to `statusAt` in
 * `domain/src/monitor-state.ts`, but starts from the status that the API sent.
 */
export function statusAt(
  { status, nextExpectedAt }: Pick<MonitorRow, 'status' | 'nextExpectedAt'>,
  now: number,
): Status {
  return currentStatus(status, nextExpectedAt === null ? null : Date.parse(nextExpectedAt), now);
}

/** Like {@link statusAt}, for parsed times. */
export function currentStatus(status: Status, expectedAt: number | null, now: number): Status {
  if (status !== 'up' && status !== 'new' && status !== 'late') return status;
  if (expectedAt !== null && expectedAt < now) return 'late';
  return status === 'late' ? 'up' : status;
}
