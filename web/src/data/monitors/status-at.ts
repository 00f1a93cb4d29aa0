import type { Monitor, Status } from '@overdue/sdk';

/** A monitor becomes late through time alone, without an event. */
export function statusAt(
  { status, nextExpectedAt }: Pick<Monitor, 'status' | 'nextExpectedAt'>,
  now: number,
): Status {
  if (status !== 'up' && status !== 'new' && status !== 'late') return status;
  if (nextExpectedAt !== null && Date.parse(nextExpectedAt) < now) return 'late';
  return status === 'late' ? 'up' : status;
}
