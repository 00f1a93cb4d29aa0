import { HOUR_MS, MINUTE_MS } from '../time-units.ts';
import { cachedCron, latestOccurrence, nextOccurrence } from './cron.ts';
import { cachedOnCalendar, latestOnCalendar, nextOnCalendar } from './on-calendar.ts';
import { type ClockSchedule, type GridSchedule, intervalOf, type Schedule } from './schedule.ts';

/**
 * Returns when the next run is expected after `afterMs`; always later than `afterMs`. Infinity if no occurrence follows, as for a
 * calendar expression with a past year. `afterMs` and the result are epoch milliseconds.
 */
export function occurrenceAfter(schedule: Schedule, afterMs: number): number {
  if (schedule.type === 'interval') return afterMs + schedule.intervalMs;
  return nextOf(schedule, afterMs) ?? Number.POSITIVE_INFINITY;
}

function nextOf(schedule: ClockSchedule, afterMs: number): number | null {
  switch (schedule.type) {
    case 'grid':
      return latestOnGrid(schedule, afterMs) + schedule.intervalMs;
    case 'cron':
      return nextOccurrence(cachedCron(schedule.cron, schedule.timezone), afterMs);
    case 'oncalendar':
      return nextOnCalendar(cachedOnCalendar(schedule.onCalendar, schedule.timezone), afterMs);
  }
}

/** Returns the latest occurrence at or before a time; null if the 50 years before have none. */
export function latestOccurrenceAt(schedule: ClockSchedule, atMs: number): number | null {
  switch (schedule.type) {
    case 'grid':
      return latestOnGrid(schedule, atMs);
    case 'cron':
      return latestOccurrence(cachedCron(schedule.cron, schedule.timezone), atMs);
    case 'oncalendar':
      return latestOnCalendar(cachedOnCalendar(schedule.onCalendar, schedule.timezone), atMs);
  }
}

function latestOnGrid({ intervalMs, phaseMs }: GridSchedule, atMs: number): number {
  const phase = phaseMs % intervalMs;
  return Math.floor((atMs - phase) / intervalMs) * intervalMs + phase;
}

/** Returns at most `count` occurrences after a time. For an interval, assumes that each run starts when expected. */
export function previewOccurrences(schedule: Schedule, afterMs: number, count: number): readonly number[] {
  const occurrences: number[] = [];
  for (let at = afterMs; occurrences.length < count; ) {
    at = occurrenceAfter(schedule, at);
    if (!Number.isFinite(at)) break;
    occurrences.push(at);
  }
  return occurrences;
}

/** Number of occurrences to look at. The nine gaps between them usually include the shortest gap of a working week. */
const OCCURRENCES = 10;

/** Returns a grace period for a new monitor: a tenth of the shortest gap between the next runs, from 1 minute to 1 hour. */
export function suggestGraceMs(schedule: Schedule, afterMs: number): number {
  const gap = shortestGap(schedule, afterMs);
  return Math.min(Math.max(Math.round(gap / 10_000) * 1000, MINUTE_MS), HOUR_MS);
}

/** Returns the shortest gap between the next runs, in milliseconds; Infinity if there are fewer than two. */
export function shortestGap(schedule: Schedule, afterMs: number): number {
  const intervalMs = intervalOf(schedule);
  if (intervalMs !== null) return intervalMs;
  const times = previewOccurrences(schedule, afterMs, OCCURRENCES);
  return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}
