import { HOUR_MS, MINUTE_MS } from '../time-units.ts';
import { previewOccurrences } from './occurrences.ts';
import type { Schedule } from './schedule.ts';

/** Number of occurrences to look at. The nine gaps between them usually include the shortest gap of a working week. */
const OCCURRENCES = 10;

/** Returns a grace period for a new monitor: a tenth of the shortest gap between the next runs, from 1 minute to 1 hour. */
export function suggestGraceMs(schedule: Schedule, afterMs: number): number {
  const gap = schedule.type === 'interval' ? schedule.intervalMs : shortestGap(schedule, afterMs);
  return Math.min(Math.max(Math.round(gap / 10_000) * 1000, MINUTE_MS), HOUR_MS);
}

/** Returns the shortest gap between the next runs, in milliseconds; Infinity if there are fewer than two. */
function shortestGap(schedule: Schedule, afterMs: number): number {
  const times = previewOccurrences(schedule, afterMs, OCCURRENCES);
  return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}
