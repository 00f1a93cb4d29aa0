import { DURATION_SECONDS_MAX, toMs } from '../duration.ts';
import { parseCron } from './cron.ts';
import type { Schedule } from './schedule.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from './timezone.ts';

/** A schedule as the API accepts it; durations are seconds. */
export interface ScheduleInput {
  readonly type?: 'interval' | 'cron' | undefined;
  readonly interval?: number | undefined;
  readonly cron?: string | undefined;
  readonly timezone?: string | undefined;
  readonly graceDuration?: number | undefined;
}

export interface ScheduleProblem {
  readonly path: 'type' | 'interval' | 'cron' | 'timezone' | 'graceDuration';
  readonly message: string;
}

export type ScheduleResult =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly problems: readonly ScheduleProblem[] };

export const INTERVAL_MIN = 10;

export const INTERVAL_DEFAULT = 86_400;

export const GRACE_DEFAULT = 3600;

/**
 * Checks a schedule, fills in defaults (every day, an hour of grace, UTC) and rounds to milliseconds. The type is `cron` if only
 * an expression is given. An empty `cron` in an interval schedule and an `interval` of 0 in a cron schedule count as left out,
 * because the API returns them; any other value there is a problem.
 */
export function parseSchedule(input: ScheduleInput): ScheduleResult {
  const { interval, cron = '', timezone = 'UTC', graceDuration = GRACE_DEFAULT } = input;
  const hasCron = cron.trim() !== '';
  const hasInterval = interval !== undefined && interval !== 0;
  const type = input.type ?? (hasCron && !hasInterval ? 'cron' : 'interval');
  const zone = parseTimezone(timezone);
  const problems: ScheduleProblem[] = [];
  if (zone === null) problems.push({ path: 'timezone', message: UNKNOWN_TIMEZONE });
  if (!isWithin(graceDuration, 0)) {
    problems.push({
      path: 'graceDuration',
      message: `The grace period must be 0 to ${DURATION_SECONDS_MAX} seconds (366 days).`,
    });
  }
  const common = { timezone: zone ?? 'UTC', graceMs: toMs(graceDuration) };
  const schedule: Schedule =
    type === 'cron'
      ? { ...common, type, cron: checkCron(cron, common.timezone, problems) }
      : { ...common, type, intervalMs: checkInterval(interval ?? INTERVAL_DEFAULT, problems) };
  if (type === 'cron' && hasInterval) {
    problems.push({
      path: 'interval',
      message: 'A cron schedule has no interval: leave it out or make it 0.',
    });
  }
  if (type === 'interval' && hasCron) {
    problems.push({
      path: 'cron',
      message: 'An interval schedule has no expression: give only one of the two.',
    });
  }
  return problems.length === 0 ? { ok: true, schedule } : { ok: false, problems };
}

export function checkCron(expression: string, timezone: string, problems: ScheduleProblem[]): string {
  if (expression.trim() === '') {
    problems.push({
      path: 'cron',
      message: 'A cron schedule needs an expression, like 0 2 * * * for every day at 02:00.',
    });
    return '';
  }
  const result = parseCron(expression, timezone);
  if (result.ok) return result.cron.expression;
  problems.push({ path: 'cron', message: result.message });
  return '';
}

export function checkInterval(seconds: number, problems: ScheduleProblem[]): number {
  if (!isWithin(seconds, INTERVAL_MIN)) {
    problems.push({
      path: 'interval',
      message: `The interval must be ${INTERVAL_MIN} to ${DURATION_SECONDS_MAX} seconds (366 days).`,
    });
  }
  return toMs(seconds);
}

export function isWithin(seconds: number, min: number): boolean {
  return seconds >= min && seconds <= DURATION_SECONDS_MAX;
}
