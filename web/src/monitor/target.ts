import type { MonitorRow } from '@overdue/sdk';
import { formatSchedule } from './schedule-text.ts';

/** Returns the host and port of a target: `example.com:5432` for `tcp://example.com:5432`. */
export function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? url;
}

/** Formats when a job runs, or what Overdue checks. */
export function formatSubject({ url, schedule }: MonitorRow, now: number): string {
  return url === null ? formatSchedule(schedule, now) : hostOf(url);
}
