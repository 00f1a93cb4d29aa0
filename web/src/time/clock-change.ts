import { formatter, offsetOf } from './zone.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 400;
const MINUTE_MS = 60_000;

export interface ClockChange {
  readonly at: number;
  readonly direction: 'forward' | 'back';
  /** What the clock would have shown at that moment, and what it shows: `03:00` and `04:00`. */
  readonly before: string;
  readonly after: string;
}

/** When clocks in a zone are next changed, to the minute, within the next 400 days; null when they are not. */
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

/** The clock of a moment, and so much further without a change. */
function writeClock(zone: string, at: number, furtherMs: number): string {
  const offsetMs = minutesOf(offsetOf(zone, at)) * MINUTE_MS;
  return formatter('UTC', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at + furtherMs + offsetMs,
  );
}

/** Of `+02:00`, as {@link offsetOf} writes it. */
function minutesOf(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
