import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import { momentOf, offsetMsAt } from '../time/local-time.ts';

const MORNING_MS = 8 * HOUR_MS;
/** Minimum length of a snooze until the morning. The service has the same limit. */
const MORNING_AFTER_MS = HOUR_MS;

/** Returns the next 08:00 in the zone that is at least one hour away, like the service's preset `morning`. */
export function nextMorning(zone: string, now: number): number {
  const day = Math.floor((now + offsetMsAt(zone, now)) / DAY_MS) * DAY_MS;
  const today = momentOf(day + MORNING_MS, zone);
  return today >= now + MORNING_AFTER_MS ? today : momentOf(day + DAY_MS + MORNING_MS, zone);
}
