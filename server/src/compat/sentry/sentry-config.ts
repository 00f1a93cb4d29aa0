import type { MonitorConfig } from '@overdue/domain/ping/monitor-config.ts';
import { everySeconds } from '@overdue/domain/schedule/go-duration.ts';
import { withRangedSteps } from '@overdue/domain/schedule/stepped-cron.ts';
import { z } from 'zod';
import { tryParseJSON } from '../../platform/http/try-parse-json.ts';
import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';

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
export type ConfigReading =
  | {
      readonly config: MonitorConfig;
      /** The same settings with Sentry's defaults for omitted settings. The defaults apply only to a new monitor. */
      readonly ofNew: MonitorConfig;
      readonly warning: null;
    }
  | { readonly config: null; readonly ofNew: null; readonly warning: string | null };

export const NO_CONFIG: ConfigReading = { config: null, ofNew: null, warning: null };

const readings = createGenerationCache<string, ConfigReading>(CONFIGS_MAX);

/**
 * Reads the JSON text of a `monitor_config`. Returns null if the text isn't JSON. Equal texts share one cached result, because
 * clients repeat their settings in each check-in.
 */
export function readConfigText(text: string): ConfigReading | null {
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
