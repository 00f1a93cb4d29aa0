import { DAY_MS } from '../time-units.ts';
import { zoneSpanAt } from './timezone.ts';

/** A day of a time zone: `from` is inclusive, `to` is exclusive. The day lasts 23 or 25 hours if the clocks change. */
export interface DayBorders {
  readonly from: number;
  readonly to: number;
}

/** Returns the start and end of the last `count` days in a time zone, oldest first. The last day ends now. */
export function dayBorders(timezone: string, now: number, count: number): readonly DayBorders[] {
  const today = Math.floor((now + zoneSpanAt(timezone, now).offsetMs) / DAY_MS);
  return Array.from({ length: count }, (_, index) => {
    const day = today - count + 1 + index;
    return { from: midnight(timezone, day), to: day === today ? now : midnight(timezone, day + 1) };
  });
}

/** Returns the start of a day. If the clocks change at midnight, uses the offset right after the change. */
function midnight(timezone: string, day: number): number {
  const local = day * DAY_MS;
  const guess = local - zoneSpanAt(timezone, local).offsetMs;
  return local - zoneSpanAt(timezone, guess).offsetMs;
}
