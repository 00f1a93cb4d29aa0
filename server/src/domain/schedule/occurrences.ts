import { cachedCron, latestOccurrence, nextOccurrence } from './cron.ts';
import type { CronSchedule, Schedule } from './schedule.ts';

/** Result if an expression has no more occurrences, which only a new tz database could cause. */
export const NEVER_MS = 50 * 366 * 86_400_000;

/** Returns when the next run is expected after an occurrence; always later. Both are epoch milliseconds. */
export function occurrenceAfter(schedule: Schedule, afterMs: number): number {
  if (schedule.type === 'interval') return afterMs + schedule.intervalMs;
  return nextOccurrence(cachedCron(schedule.cron, schedule.timezone), afterMs) ?? afterMs + NEVER_MS;
}

/** Returns the latest occurrence at or before a time; null only if the 50 years before have none. */
export function latestOccurrenceAt(schedule: CronSchedule, atMs: number): number | null {
  return latestOccurrence(cachedCron(schedule.cron, schedule.timezone), atMs);
}

/** Returns the next occurrences after a time. For an interval, assumes that each run comes when expected. */
export function previewOccurrences(schedule: Schedule, afterMs: number, count: number): readonly number[] {
  const occurrences: number[] = [];
  for (let at = afterMs; occurrences.length < count; ) {
    at = occurrenceAfter(schedule, at);
    occurrences.push(at);
  }
  return occurrences;
}
