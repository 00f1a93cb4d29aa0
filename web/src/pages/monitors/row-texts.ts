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
      return expectedAt === null ? moment.waits : formatRelativeTime(expectedAt, now);
    case 'down':
      return downSince === null ? moment.none : moment.down(formatMsShort(now - downSince));
    case 'late':
      return expectedAt === null ? moment.none : moment.late(formatMsShort(now - expectedAt));
    case 'failing':
    case 'up':
      if (expectedAt === null) return moment.none;
      return expectedAt < now
        ? moment.late(formatMsShort(now - expectedAt))
        : formatRelativeTime(expectedAt, now);
  }
}

export function writeLastPing(monitor: MonitorRow, now: number): string {
  const { lastPingAt } = factsOf(monitor);
  return lastPingAt === null ? words.never : formatRelativeTime(Math.min(lastPingAt, now), now);
}
