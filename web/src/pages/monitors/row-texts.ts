import type { Monitor, Schedule, Status } from '@overdue/sdk';
import { factsOf } from '../../data/monitors/monitor-facts.ts';
import { writeDistance } from '../../time/distance.ts';
import { formatMsShort } from '../../time/format-duration.ts';
import { ownZone, zonesDiffer } from '../../time/zone.ts';
import { words } from './words.ts';

const { moment } = words;

/** Formats how long the monitor has been down or late, or the time to the next run. */
export function writeNextRun(monitor: Monitor, status: Status, now: number): string {
  const { expectedAt, downSince } = factsOf(monitor);
  switch (status) {
    case 'paused':
      return moment.paused;
    case 'new':
      return expectedAt === null ? moment.waits : writeDistance(expectedAt, now);
    case 'down':
      return downSince === null ? moment.none : moment.down(formatMsShort(now - downSince));
    case 'late':
      return expectedAt === null ? moment.none : moment.late(formatMsShort(now - expectedAt));
    case 'failing':
    case 'up':
      if (expectedAt === null) return moment.none;
      return expectedAt < now ? moment.late(formatMsShort(now - expectedAt)) : writeDistance(expectedAt, now);
  }
}

export function writeLastPing(monitor: Monitor, now: number): string {
  const { lastPingAt } = factsOf(monitor);
  return lastPingAt === null ? words.never : writeDistance(Math.min(lastPingAt, now), now);
}

/** Formats a schedule. Adds its time zone if the clock there differs from the reader's. */
export function writeSchedule({ summary, timezone }: Schedule, now: number): string {
  return zonesDiffer(timezone, ownZone(), now) ? summary : summary.replace(` (${timezone})`, '');
}
