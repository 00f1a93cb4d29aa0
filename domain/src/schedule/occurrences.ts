import { cachedCron, latestOccurrence, nextOccurrence } from './cron.ts';
import { cachedOnCalendar, latestOnCalendar, nextOnCalendar } from './on-calendar.ts';
import type { ClockSchedule, Schedule } from './schedule.ts';

/**
 * Returns when the next run is expected after `afterMs`; always later than `afterMs`. Infinity if no occurrence follows, as for a
 * calendar expression with a past year. `afterMs` and the result are epoch milliseconds.
 */
export function occurrenceAfter(schedule: Schedule, afterMs: number): number {
  if (schedule.type === 'interval') return afterMs + schedule.intervalMs;
  return nextOf(schedule, afterMs) ?? Number.POSITIVE_INFINITY;
}

function nextOf(schedule: ClockSchedule, afterMs: number): number | null {
  return schedule.type === 'cron'
    ? nextOccurrence(cachedCron(schedule.cron, schedule.timezone), afterMs)
    : nextOnCalendar(cachedOnCalendar(schedule.onCalendar, schedule.timezone), afterMs);
}

/** Returns the latest occurrence at or before a time; null if the 50 years before have none. */
export function latestOccurrenceAt(schedule: ClockSchedule, atMs: number): number | null {
  return schedule.type === 'cron'
    ? latestOccurrence(cachedCron(schedule.cron, schedule.timezone), atMs)
    : latestOnCalendar(cachedOnCalendar(schedule.onCalendar, schedule.timezone), atMs);
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
