import { isChecked } from '@overdue/domain/monitor/rules.ts';
import { factsOf } from '@overdue/domain/views/monitor-rows.ts';
import type { MonitorRow, Status } from '@overdue/sdk';
import { formatRelativeTime } from '../../time/distance.ts';
import { formatMsShort } from '../../time/format-duration.ts';
import { words } from './words.ts';

const { moment } = words;

/** Formats how long the monitor has been down or late, or the time to the next run. */
export function writeNextRun(monitor: MonitorRow, status: Status, now: number): string {
  const { expectedAt, downSince } = factsOf(monitor);
  switch (status) {
    case 'paused':
      return moment.paused;
    case 'new':
      if (expectedAt === null) return moment.waits;
      return formatRelativeTime(isChecked(monitor) ? Math.max(expectedAt, now) : expectedAt, now);
    case 'down':
      return downSince === null ? moment.none : moment.down(formatMsShort(now - downSince));
    case 'late':
      return expectedAt === null ? moment.none : moment.late(formatMsShort(now - expectedAt));
    case 'failing':
    case 'up':
      if (expectedAt === null) return moment.none;
      // A slot that has passed is being checked.
      if (isChecked(monitor)) return formatRelativeTime(Math.max(expectedAt, now), now);
      return expectedAt < now
        ? moment.late(formatMsShort(now - expectedAt))
        : formatRelativeTime(expectedAt, now);
  }
}

export function writeLastPing(monitor: MonitorRow, now: number): string {
  const { lastPingAt } = factsOf(monitor);
  if (isChecked(monitor)) return words.moment.none;
  return lastPingAt === null ? words.never : formatRelativeTime(Math.min(lastPingAt, now), now);
}
