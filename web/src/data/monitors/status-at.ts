import type { Monitor, Status } from '@overdue/sdk';

/** The status at this moment: whether a monitor is late follows from the time, and no event tells of it. */
export function statusAt(
  { status, nextExpectedAt }: Pick<Monitor, 'status' | 'nextExpectedAt'>,
  now: number,
): Status {
  if (status !== 'up' && status !== 'new' && status !== 'late') return status;
  if (nextExpectedAt !== null && Date.parse(nextExpectedAt) < now) return 'late';
  return status === 'late' ? 'up' : status;
}
