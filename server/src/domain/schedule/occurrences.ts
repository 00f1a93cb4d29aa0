import { cachedCron, latestOccurrence, nextOccurrence } from './cron.ts';
import type { CronSchedule, Schedule } from './schedule.ts';

/** Only a new tz database could take all occurrences from a checked expression: nothing is due then. */
export const NEVER_MS = 50 * 366 * 86_400_000;

/** When the next run is expected if one was at `afterMs`; always later. Both are epoch milliseconds. */
export function occurrenceAfter(schedule: Schedule, afterMs: number): number {
  if (schedule.type === 'interval') return afterMs + schedule.intervalMs;
  return nextOccurrence(cachedCron(schedule.cron, schedule.timezone), afterMs) ?? afterMs + NEVER_MS;
}

/** The latest occurrence at or before a time; null only if there is none in the 50 years before it. */
export function latestOccurrenceAt(schedule: CronSchedule, atMs: number): number | null {
  return latestOccurrence(cachedCron(schedule.cron, schedule.timezone), atMs);
}

/** The next so many occurrences after a time; for an interval, as if each run came when it is expected. */
export function previewOccurrences(schedule: Schedule, afterMs: number, count: number): readonly number[] {
  const occurrences: number[] = [];
  for (let at = afterMs; occurrences.length < count; ) {
    at = occurrenceAfter(schedule, at);
    occurrences.push(at);
  }
  return occurrences;
}
