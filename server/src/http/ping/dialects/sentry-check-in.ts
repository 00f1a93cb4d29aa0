import { z } from 'zod';
import { AppError } from '../../../domain/error.ts';
import type { MonitorConfig } from '../../../domain/ping/monitor-config.ts';
import { parseDuration } from '../../../domain/ping/ping.ts';
import type { RunPingType } from '../../../domain/ping/ping-word.ts';
import { isSlug, slugify } from '../../../domain/ping/slug.ts';
import type { CheckIn } from './dialect.ts';

const MINUTE = 60;
/** Sentry's defaults for new monitors, in seconds. */
const GRACE_DEFAULT = MINUTE;
const MAX_RUN_DEFAULT = 30 * MINUTE;
/** Sentry's maximum for margins and run times, in minutes: 28 days. */
const MINUTES_MAX = 40_320;
const THRESHOLD_MAX = 720;
const DAY = 86_400;
/** Seconds per unit. Months and years have their maximum length, so that no alert is sent early. */
const UNIT_SECONDS = {
  minute: MINUTE,
  hour: 3600,
  day: DAY,
  week: 7 * DAY,
  month: 31 * DAY,
  year: 366 * DAY,
} as const;

const STATUSES = new Map<string, RunPingType>([
  ['in_progress', 'start'],
  ['ok', 'end'],
  ['error', 'fail'],
]);
const NIL_ID = '0'.repeat(32);
const CHECK_IN_ID = /^[0-9a-f]{32}$/;

const minutes = z.number().min(0).max(MINUTES_MAX).nullish();
const threshold = z.int().min(1).max(THRESHOLD_MAX).nullish();
const schedule = z.union([
  z.object({ type: z.literal('crontab'), value: z.string().max(1000) }),
  z.object({
    type: z.literal('interval'),
    value: z.number().positive(),
    unit: z.enum(['minute', 'hour', 'day', 'week', 'month', 'year']),
  }),
]);
const monitorConfig = z.object({
  schedule,
  checkin_margin: minutes,
  max_runtime: minutes,
  timezone: z.string().nullish(),
  failure_issue_threshold: threshold,
  recovery_threshold: threshold,
});
const checkIn = z.object({
  check_in_id: z.string().nullish(),
  monitor_slug: z.string(),
  status: z.string(),
  duration: z.number().nullish(),
  monitor_config: z.unknown().optional(),
});

/** Reads the JSON of a check-in. A slug in the path overrides the slug in the JSON. Throws an AppError if the JSON is malformed. */
export function readCheckIn(json: unknown, key: string, pathSlug?: string): CheckIn {
  const parsed = checkIn.safeParse(
    pathSlug === undefined || typeof json !== 'object' ? json : { ...json, monitor_slug: pathSlug },
  );
  if (!parsed.success) throw invalid(`a check-in needs ${problemOf(parsed.error)}`);
  const { monitor_slug: name, status, check_in_id: id, duration, monitor_config: given } = parsed.data;
  const type = STATUSES.get(status);
  if (type === undefined) throw invalid('the status must be in_progress, ok or error');
  const slug = isSlug(name) ? name : slugify(name);
  if (slug === '') throw invalid('the monitor slug is empty or invalid');
  const warnings: string[] = [];
  const config = given === undefined || given === null ? null : readConfig(given, warnings);
  const rid = readCheckInID(id ?? '');
  if (rid === undefined) warnings.push('check_in_id was ignored: it must be a UUID.');
  const durationMs = duration === null || duration === undefined ? null : parseDuration(String(duration));
  if (durationMs === null && typeof duration === 'number')
    warnings.push('duration was ignored: it is out of range.');
  return {
    address: {
      by: 'slug',
      secret: key,
      slug,
      creation: config === null ? null : { name: slug, config: withSentryDefaults(config) },
    },
    report: {
      type,
      exitStatus: null,
      rid: rid ?? null,
      durationMs,
      message: null,
      reportedAt: null,
      warnings,
    },
    config,
  };
}

/** Returns the ID without dashes, as most clients send it. Returns null for an empty or nil ID, undefined for an invalid one. */
export function readCheckInID(id: string): string | null | undefined {
  const digits = id.replaceAll('-', '').toLowerCase();
  if (digits === '' || digits === NIL_ID) return null;
  return CHECK_IN_ID.test(digits) ? digits : undefined;
}

export function outcomeOfStatus(status: string): RunPingType | null {
  return STATUSES.get(status) ?? null;
}

function readConfig(given: unknown, warnings: string[]): MonitorConfig | null {
  const parsed = monitorConfig.safeParse(given);
  if (!parsed.success) {
    warnings.push(`monitor_config was ignored: ${problemOf(parsed.error)}.`);
    return null;
  }
  const { schedule, timezone, checkin_margin, max_runtime, failure_issue_threshold, recovery_threshold } =
    parsed.data;
  const maxRun = inSeconds(max_runtime);
  return {
    schedule: {
      cron: schedule.type === 'crontab' ? schedule.value : undefined,
      interval: schedule.type === 'interval' ? schedule.value * UNIT_SECONDS[schedule.unit] : undefined,
      timezone: timezone ?? undefined,
      graceDuration: inSeconds(checkin_margin),
    },
    rules: {
      ...(maxRun === undefined ? {} : { maxRunMs: maxRun * 1000 }),
      ...(isGiven(failure_issue_threshold) ? { alertAfterFailures: failure_issue_threshold } : {}),
      ...(isGiven(recovery_threshold) ? { recoverAfterSuccesses: recovery_threshold } : {}),
    },
  };
}

function isGiven(count: number | null | undefined): count is number {
  return count !== null && count !== undefined;
}

function inSeconds(minutes: number | null | undefined): number | undefined {
  return minutes === null || minutes === undefined ? undefined : Math.max(1, minutes * MINUTE);
}

/** Adds Sentry's defaults, which apply only to a new monitor. */
function withSentryDefaults(config: MonitorConfig): MonitorConfig {
  return {
    ...config,
    schedule: { ...config.schedule, graceDuration: config.schedule.graceDuration ?? GRACE_DEFAULT },
    rules: { maxRunMs: MAX_RUN_DEFAULT * 1000, ...config.rules },
  };
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'it is malformed' : `a valid ${issue.path.join('.') || 'object'}`;
}

function invalid(reason: string): AppError {
  return new AppError('bad_request', `invalid check-in: ${reason}`);
}
