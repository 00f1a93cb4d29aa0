import { AppError } from '@overdue/domain/error.ts';
import type { MonitorConfig } from '@overdue/domain/monitor/config.ts';
import { parseDuration } from '@overdue/domain/ping/ping.ts';
import type { RunPingType } from '@overdue/domain/ping/ping-word.ts';
import { isSlug, slugify } from '@overdue/domain/ping/slug.ts';
import { everySeconds } from '@overdue/domain/schedule/go-duration.ts';
import { withRangedSteps } from '@overdue/domain/schedule/stepped-cron.ts';
import { z } from 'zod';
import type { CheckIn } from '../../core/receive/dialect.ts';
import { tryParseJSON } from '../../platform/http/try-parse-json.ts';
import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';
import { malformedEnvelopeError } from './sentry-envelope.ts';
import { isJSONObject } from './sentry-json.ts';

const STATUSES = new Map<string, RunPingType>([
  ['in_progress', 'start'],
  ['ok', 'end'],
  ['error', 'fail'],
]);
/** Maximum characters of a slug that a client sends. Sentry's clients send at most 50. */
const SENT_SLUG_LENGTH_MAX = 200;
const NIL_ID = '0'.repeat(32);
const CHECK_IN_ID = /^[0-9a-f]{32}$/;

/** Reads a check-in. A slug in the path overrides the slug in the JSON. Throws an AppError if the check-in is malformed. */
export function readCheckIn({ json, config }: CheckInText, key: string, pathSlug?: string): CheckIn {
  const { name, status, id, duration } = fieldsOf(json, pathSlug);
  const type = STATUSES.get(status);
  if (type === undefined) throw invalid('the status must be in_progress, ok or error');
  const slug = readSlug(name);
  if (slug === null) throw invalid('the monitor slug is empty, too long or invalid');
  const warnings: string[] = [];
  if (config.warning !== null) warnings.push(config.warning);
  const rid = readCheckInID(id ?? '');
  if (rid === undefined) warnings.push('check_in_id was ignored: it must be a UUID.');
  const durationMs = duration === null ? null : parseDuration(String(duration));
  if (durationMs === null && duration !== null) warnings.push('duration was ignored: it is out of range.');
  return {
    address: {
      by: 'slug',
      secret: key,
      slug,
      creation: config.ofNew === null ? null : { name: slug, config: config.ofNew },
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
    config: config.config,
  };
}

/** Returns the slug to look up; null if the sent slug is too long, or has no character that a slug can have. */
export function readSlug(sent: string): string | null {
  if (isSlug(sent)) return sent;
  const slug = sent.length > SENT_SLUG_LENGTH_MAX ? '' : slugify(sent);
  return slug === '' ? null : slug;
}

interface CheckInFields {
  readonly name: string;
  readonly status: string;
  readonly id: string | null;
  readonly duration: number | null;
}

/** Checks the fields by hand, because a schema would take longer for each check-in and create more garbage. */
function fieldsOf(json: unknown, pathSlug: string | undefined): CheckInFields {
  if (!isJSONObject(json)) throw missingFieldError('object');
  const id = json.check_in_id ?? null;
  const name = pathSlug ?? json.monitor_slug;
  const { status } = json;
  const duration = json.duration ?? null;
  if (id !== null && typeof id !== 'string') throw missingFieldError('check_in_id');
  if (typeof name !== 'string') throw missingFieldError('monitor_slug');
  if (typeof status !== 'string') throw missingFieldError('status');
  if (duration !== null && !isFiniteNumber(duration)) throw missingFieldError('duration');
  return { name, status, id, duration };
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
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

function missingFieldError(field: string): AppError {
  return invalid(`a check-in needs a valid ${field}`);
}

function invalid(reason: string): AppError {
  return new AppError('bad_request', `invalid check-in: ${reason}`);
}

const CONFIG_NAME = '"monitor_config"';
/** Maximum characters of a `monitor_config` that is parsed separately from its check-in. Clients send about 150. */
const CONFIG_LENGTH_MAX = 1000;

/** JSON of a check-in, and its `monitor_config`. */
export interface CheckInText {
  readonly json: unknown;
  readonly config: ConfigReading;
}

/** Parses the JSON of a check-in. Throws an AppError if the text isn't JSON. */
export function parseCheckIn(text: string): CheckInText {
  const apart = parseApart(text);
  if (apart !== null) return apart;
  const json = tryParseJSON(text);
  if (json === undefined) throw malformedEnvelopeError('failed to deserialize check in');
  return { json, config: readConfig(isJSONObject(json) ? json.monitor_config : undefined) };
}

/**
 * Parses the `monitor_config` separately from its check-in. Clients repeat the same `monitor_config` in each check-in, so its
 * result is cached. Returns null if the place of the `monitor_config` in the text is uncertain, because the result could then
 * differ from parsing the whole text.
 */
function parseApart(text: string): CheckInText | null {
  const place = placeOfConfig(text);
  if (place === null) return null;
  const json = tryParseJSON(`${text.slice(0, place.start)}null${text.slice(place.end)}`);
  // The text `null` must have replaced the `monitor_config` of the check-in itself, not of an object within the check-in.
  if (!isJSONObject(json) || json.monitor_config !== null) return null;
  const config = readConfigText(text.slice(place.start, place.end));
  return config === null ? null : { json, config };
}

/**
 * Returns the place of an object named `monitor_config`; null if the place is uncertain. A text with escapes always returns null,
 * because only without escapes does each quotation mark begin or end a string.
 */
function placeOfConfig(text: string): { readonly start: number; readonly end: number } | null {
  const name = text.indexOf(CONFIG_NAME);
  if (name === -1 || text.includes('\\') || text.includes(CONFIG_NAME, name + 1)) return null;
  const afterName = name + CONFIG_NAME.length;
  const start = text.indexOf('{', afterName);
  if (start === -1 || text.slice(afterName, start).trim() !== ':') return null;
  const end = objectEnd(text, start);
  return end === null ? null : { start, end };
}

/** Returns the end of an object that contains no escapes; null if the object doesn't end within the maximum length. */
function objectEnd(text: string, start: number): number | null {
  const limit = Math.min(text.length, start + CONFIG_LENGTH_MAX);
  let depth = 0;
  for (let place = start; place < limit; place += 1) {
    const character = text[place];
    if (character === '"') {
      place = text.indexOf('"', place + 1);
      if (place === -1) return null;
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return null;
}

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
/** Maximum number of configuration texts whose settings are cached. */
const CONFIGS_MAX = 10_000;

/**
 * Sentry reads 0 as its default for margins and run times (`get_checkin_margin` and `get_max_runtime` in `monitors/utils.py`), and
 * an empty text too (`EmptyIntegerField`). Relay drops null, so null keeps the current setting.
 */
function settingOf(
  max: number,
  { whenEmpty, isWhole }: { readonly whenEmpty: number; readonly isWhole: boolean },
) {
  const number = isWhole ? z.int() : z.number();
  return z
    .union([z.literal(''), number.min(0).max(max)])
    .transform((value) => (value === '' || value === 0 ? whenEmpty : value))
    .nullish();
}

const threshold = settingOf(THRESHOLD_MAX, { whenEmpty: 1, isWhole: true });
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
  checkin_margin: settingOf(MINUTES_MAX, { whenEmpty: GRACE_DEFAULT / MINUTE, isWhole: false }),
  max_runtime: settingOf(MINUTES_MAX, { whenEmpty: MAX_RUN_DEFAULT / MINUTE, isWhole: false }),
  // Sentry drops an empty name, so that the current time zone stays.
  timezone: z
    .string()
    .transform((name) => (name === '' ? undefined : name))
    .nullish(),
  failure_issue_threshold: threshold,
  recovery_threshold: threshold,
});

/** Settings of a `monitor_config`. */
type ConfigReading =
  | {
      readonly config: MonitorConfig;
      /** The same settings with Sentry's defaults for omitted settings. The defaults apply only to a new monitor. */
      readonly ofNew: MonitorConfig;
      readonly warning: null;
    }
  | { readonly config: null; readonly ofNew: null; readonly warning: string | null };

const NO_CONFIG: ConfigReading = { config: null, ofNew: null, warning: null };

const readings = createGenerationCache<string, ConfigReading>(CONFIGS_MAX);

/**
 * Reads the JSON text of a `monitor_config`. Returns null if the text isn't JSON. Equal texts share one cached result, because
 * clients repeat their settings in each check-in.
 */
function readConfigText(text: string): ConfigReading | null {
  const cached = readings.get(text);
  if (cached !== undefined) return cached;
  const json = tryParseJSON(text);
  if (json === undefined) return null;
  const reading = readConfig(json);
  // Copies the text, because a substring would keep the whole body in memory.
  readings.set(Buffer.from(text).toString(), reading);
  return reading;
}

export function readConfig(input: unknown): ConfigReading {
  if (input === undefined || input === null) return NO_CONFIG;
  const parsed = monitorConfig.safeParse(input);
  if (!parsed.success) {
    const { path = [] } = parsed.error.issues[0] ?? {};
    const warning = `monitor_config was ignored: invalid ${path.join('.') || 'object'}.`;
    return { config: null, ofNew: null, warning };
  }
  const config = configOf(parsed.data);
  return { config, ofNew: withSentryDefaults(config), warning: null };
}

function configOf({
  schedule,
  timezone,
  checkin_margin,
  max_runtime,
  failure_issue_threshold,
  recovery_threshold,
}: z.infer<typeof monitorConfig>): MonitorConfig {
  const maxRun = inSeconds(max_runtime);
  return {
    schedule: {
      ...timesOf(schedule),
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

/** Reads the times of a schedule. `@every`, which Sentry refuses, comes from agents that pass on the schedules of Kubernetes. */
function timesOf(given: z.infer<typeof schedule>): Pick<MonitorConfig['schedule'], 'cron' | 'interval'> {
  if (given.type === 'interval') return { cron: undefined, interval: given.value * UNIT_SECONDS[given.unit] };
  const every = everySeconds(given.value);
  return every === null
    ? { cron: withRangedSteps(given.value), interval: undefined }
    : { cron: undefined, interval: every };
}

function isGiven(count: number | null | undefined): count is number {
  return count !== null && count !== undefined;
}

function inSeconds(minutes: number | null | undefined): number | undefined {
  return minutes === null || minutes === undefined ? undefined : Math.max(1, minutes * MINUTE);
}

function withSentryDefaults(config: MonitorConfig): MonitorConfig {
  return {
    ...config,
    schedule: { ...config.schedule, graceDuration: config.schedule.graceDuration ?? GRACE_DEFAULT },
    rules: { maxRunMs: MAX_RUN_DEFAULT * 1000, ...config.rules },
  };
}
