import { momentOf, offsetMsAt } from './local-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK_DAYS = 7;
/** Of the day zero of the epoch, a Thursday, from Monday on. */
const FIRST_WEEK_DAY = 3;
const MORNING = 9 * HOUR;

export interface MuteTime {
  readonly name: 'hour' | 'tomorrow' | 'monday';
  readonly until: number;
}

/** Usual ends of a silence: in an hour, and at nine in the morning of the next day and of the next Monday, by the zone's clock. */
export function muteTimes(now: number, zone: string): readonly MuteTime[] {
  const day = Math.floor((now + offsetMsAt(zone, now)) / DAY);
  const toMonday = WEEK_DAYS - ((day + FIRST_WEEK_DAY) % WEEK_DAYS);
  return [
    { name: 'hour', until: now + HOUR },
    { name: 'tomorrow', until: momentOf((day + 1) * DAY + MORNING, zone) },
    { name: 'monday', until: momentOf((day + toMonday) * DAY + MORNING, zone) },
  ];
}
