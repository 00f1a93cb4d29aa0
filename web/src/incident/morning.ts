import { momentOf, offsetMsAt } from '../time/local-time.ts';
import { DAY_MS, HOUR_MS } from '../time/units.ts';
import { writeTime } from '../time/write-time.ts';
import { formatter, zonesDiffer } from '../time/zone.ts';
import { words } from './words.ts';

const MORNING_MS = 8 * HOUR_MS;
/** Minimum length of a snooze until the morning. The service has the same limit. */
const MORNING_AFTER_MS = HOUR_MS;

/** Returns the end of the service's preset `morning`: the next 08:00 in the zone that is at least one hour away. */
export function nextMorning(zone: string, now: number): number {
  const day = Math.floor((now + offsetMsAt(zone, now)) / DAY_MS) * DAY_MS;
  const today = momentOf(day + MORNING_MS, zone);
  return today >= now + MORNING_AFTER_MS ? today : momentOf(day + DAY_MS + MORNING_MS, zone);
}

interface Reader {
  readonly own: string;
  readonly now: number;
}

/** Formats the next morning of the job in the reader's zone: `10:00 (08:00 UTC)`. */
export function writeMorning(zone: string, { own, now }: Reader): string {
  const at = nextMorning(zone, now);
  const time = writeTime(at, own, now);
  if (!zonesDiffer(zone, own, at)) return time;
  const clock = formatter(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  return words.snooze.onJobClock(time, clock, zone);
}
