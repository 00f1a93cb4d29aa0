import { MINUTE_MS, SECOND_MS } from '../time-units.ts';
import { type ZoneSpan, zoneSpanAt } from './timezone.ts';

/** How far a search reaches: 50 years. The rarest dates, such as a weekday on 29 February, recur within 40 years. */
const SEARCH_MS_MAX = 50 * 366 * 86_400_000;
const DATE_MS_MAX = 8.64e15;

/** The part of a span in which to search, in epoch milliseconds. */
export interface SpanRange {
  readonly span: ZoneSpan;
  readonly fromMs: number;
  readonly beforeMs: number;
}

/** Returns the first occurrence in a range in which the offset from UTC is constant; null if there is none. */
export type FirstInSpan = (range: SpanRange) => number | null;

/** Returns the first occurrence strictly after a time (epoch milliseconds); null if the next 50 years have none. */
export function searchForwards(timezone: string, afterMs: number, firstInSpan: FirstInSpan): number | null {
  let fromMs = (Math.floor(afterMs / SECOND_MS) + 1) * SECOND_MS;
  if (fromMs < -DATE_MS_MAX) return null;
  const horizonMs = Math.min(fromMs + SEARCH_MS_MAX, DATE_MS_MAX);
  while (fromMs < horizonMs) {
    const span = zoneSpanAt(timezone, fromMs);
    const first = firstInSpan({ span, fromMs, beforeMs: Math.min(span.untilMs, horizonMs) });
    if (first !== null) return first;
    fromMs = span.untilMs;
  }
  return null;
}

/** Returns the first occurrence strictly after a time; null if there is none. */
type Next = (afterMs: number) => number | null;

/** Returns the latest occurrence at or before a time; null if the 50 years before have none. */
export function searchBackwards(next: Next, atMs: number): number | null {
  for (let windowMs = MINUTE_MS; ; windowMs = Math.min(windowMs * 8, SEARCH_MS_MAX)) {
    const first = next(atMs - windowMs);
    if (first !== null && first <= atMs) return lastOf(next, first, atMs);
    if (windowMs === SEARCH_MS_MAX) return null;
  }
}

/** Returns the latest occurrence at or before a time, by bisection from an earlier known occurrence. */
function lastOf(next: Next, occurrence: number, atMs: number): number {
  let latest = occurrence;
  let untilMs = atMs;
  for (;;) {
    const following = next(latest);
    if (following === null || following > untilMs) return latest;
    const middle = following + Math.floor((untilMs - following) / 2);
    const later = next(middle - 1);
    if (later !== null && later <= untilMs) {
      latest = later;
    } else {
      latest = following;
      untilMs = middle - 1;
    }
  }
}
