import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import { momentOf, offsetMsAt } from './local-time.ts';

const WEEK_DAYS = 7;
/** Weekday of 1 January 1970, a Thursday, counted from Monday, which is 0. */
const FIRST_WEEK_DAY = 3;
const MORNING = 9 * HOUR_MS;

export interface MuteTime {
  readonly name: 'hour' | 'tomorrow' | 'monday';
  readonly until: number;
}

/** Returns suggested ends of a mute: in one hour, tomorrow at 09:00, and next Monday at 09:00, in the zone. */
export function muteTimes(now: number, zone: string): readonly MuteTime[] {
  const day = Math.floor((now + offsetMsAt(zone, now)) / DAY_MS);
  const toMonday = WEEK_DAYS - ((day + FIRST_WEEK_DAY) % WEEK_DAYS);
  return [
    { name: 'hour', until: now + HOUR_MS },
    { name: 'tomorrow', until: momentOf((day + 1) * DAY_MS + MORNING, zone) },
    { name: 'monday', until: momentOf((day + toMonday) * DAY_MS + MORNING, zone) },
  ];
}
