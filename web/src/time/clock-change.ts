import { DAY_MS, MINUTE_MS } from '@overdue/domain/time-units.ts';
import { formatter, offsetOf } from './zone.ts';

const DAYS_MAX = 400;

export interface ClockChange {
  readonly at: number;
  readonly direction: 'forward' | 'back';
  /** Local time just before the change, such as `03:00`. `after` is the local time just after the change, such as `04:00`. */
  readonly before: string;
  readonly after: string;
}

/** Returns the next change, precise to the minute; null if there is none within 400 days. */
export function nextClockChange(zone: string, from: number): ClockChange | null {
  const offset = offsetOf(zone, from);
  for (let day = 1; day <= DAYS_MAX; day += 1) {
    if (offsetOf(zone, from + day * DAY_MS) === offset) continue;
    let [low, high] = [from + (day - 1) * DAY_MS, from + day * DAY_MS];
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2);
      if (offsetOf(zone, middle) === offset) low = middle;
      else high = middle;
    }
    const at = Math.floor(high / MINUTE_MS) * MINUTE_MS;
    const change = minutesOf(offsetOf(zone, at)) - minutesOf(offset);
    return {
      at,
      direction: change > 0 ? 'forward' : 'back',
      before: writeClock(zone, at - MINUTE_MS, MINUTE_MS),
      after: writeClock(zone, at, 0),
    };
  }
  return null;
}

/** Returns the local time `furtherMs` after `at`, as if the clock didn't change in between. */
function writeClock(zone: string, at: number, furtherMs: number): string {
  const offsetMs = minutesOf(offsetOf(zone, at)) * MINUTE_MS;
  return formatter('UTC', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at + furtherMs + offsetMs,
  );
}

function minutesOf(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
