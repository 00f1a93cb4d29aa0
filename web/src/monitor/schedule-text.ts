import type { Schedule } from '@overdue/sdk';
import { ownZone, zonesDiffer } from '../time/zone.ts';

/** Formats a schedule. Shows the time zone only if its clock differs from the reader's. */
export function formatSchedule({ summary, timezone }: Schedule, now: number): string {
  return zonesDiffer(timezone, ownZone(), now) ? summary : summary.replace(` (${timezone})`, '');
}
