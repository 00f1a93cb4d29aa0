import type { Monitor, Schedule, Status } from '@overdue/sdk';
import { factsOf } from '../../data/monitors/monitor-facts.ts';
import { writeDistance } from '../../time/distance.ts';
import { writeShortLength } from '../../time/length.ts';
import { ownZone, zonesDiffer } from '../../time/zone.ts';
import { words } from './words.ts';

const { moment } = words;

/** What the row counts: for how long it has been down or late, or until the next run. */
export function writeNextMoment(monitor: Monitor, status: Status, now: number): string {
  const { expectedAt, downSince } = factsOf(monitor);
  switch (status) {
    case 'paused':
      return moment.paused;
    case 'new':
      return expectedAt === null ? moment.waits : writeDistance(expectedAt, now);
    case 'down':
      return downSince === null ? moment.none : moment.down(writeShortLength(now - downSince));
    case 'late':
      return expectedAt === null ? moment.none : moment.late(writeShortLength(now - expectedAt));
    case 'failing':
    case 'up':
      if (expectedAt === null) return moment.none;
      return expectedAt < now
        ? moment.late(writeShortLength(now - expectedAt))
        : writeDistance(expectedAt, now);
  }
}

/** `3 h ago`; what has never come says so. */
export function writeLastPing(monitor: Monitor, now: number): string {
  const { lastPingAt } = factsOf(monitor);
  return lastPingAt === null ? words.never : writeDistance(Math.min(lastPingAt, now), now);
}

/** The schedule in words; the zone stays where its clock is not the reader's. */
export function writeSchedule({ summary, timezone }: Schedule, now: number): string {
  return zonesDiffer(timezone, ownZone(), now) ? summary : summary.replace(` (${timezone})`, '');
}
