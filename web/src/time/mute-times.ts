import { momentOf, offsetMsAt } from './local-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK_DAYS = 7;
/** 1 January 1970 was a Thursday; Monday is 0. */
const FIRST_WEEK_DAY = 3;
const MORNING = 9 * HOUR;

export interface MuteTime {
  readonly name: 'hour' | 'tomorrow' | 'monday';
  readonly until: number;
}

/** Returns suggested ends of a mute: in an hour, and 09:00 on the next day and next Monday, in the zone. */
export function muteTimes(now: number, zone: string): readonly MuteTime[] {
  const day = Math.floor((now + offsetMsAt(zone, now)) / DAY);
  const toMonday = WEEK_DAYS - ((day + FIRST_WEEK_DAY) % WEEK_DAYS);
  return [
    { name: 'hour', until: now + HOUR },
    { name: 'tomorrow', until: momentOf((day + 1) * DAY + MORNING, zone) },
    { name: 'monday', until: momentOf((day + toMonday) * DAY + MORNING, zone) },
  ];
}
