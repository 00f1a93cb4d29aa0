import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import { formatMs, formatMsShort } from './format-duration.ts';
import { words } from './words.ts';

/** Distances below this limit are shown as now: the page updates once a second, and clocks differ. */
const NOW_MS = 2000;

/** Formats a distance: `3 h ago`, `in 13 min`, `now`. */
export function formatRelativeTime(at: number, now: number): string {
  if (Math.abs(at - now) < NOW_MS) return words.now;
  return at < now ? words.ago(formatMsShort(now - at)) : words.in(formatMsShort(at - now));
}

/**
 * Formats the time until a planned moment: `in 13 min`, `in 2 h 51 min`. A moment in the past is shown as now, because the planned action is then
 * in progress.
 */
export function formatTimeUntil(at: number, now: number): string {
  const left = at - now;
  // Also shows the minutes, because hours are too coarse for a planned alert.
  return left >= HOUR_MS && left < DAY_MS
    ? words.in(formatMs(left))
    : formatRelativeTime(Math.max(at, now), now);
}
