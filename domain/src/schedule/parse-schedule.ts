import { DURATION_SECONDS_MAX, toMs } from '../duration.ts';
import { parseCron } from './cron.ts';
import { parseOnCalendar } from './on-calendar.ts';
import { intervalOf, SCHEDULE_TYPES, type Schedule, type ScheduleType, scheduleType } from './schedule.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from './timezone.ts';

/** A schedule as the API accepts it; durations are seconds. */
export interface ScheduleInput {
  readonly type?: ScheduleType | undefined;
  readonly interval?: number | undefined;
  readonly cron?: string | undefined;
  readonly onCalendar?: string | undefined;
  readonly timezone?: string | undefined;
  readonly graceDuration?: number | undefined;
}

export interface ScheduleProblem {
  readonly path: keyof ScheduleInput;
  readonly message: string;
}

export type ScheduleResult =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly problems: readonly ScheduleProblem[] };

export const INTERVAL_SECONDS_MIN = 10;

export const INTERVAL_SECONDS_DEFAULT = 86_400;

export const GRACE_SECONDS_DEFAULT = 3600;

/**
 * Checks a schedule, fills in defaults (every day, an hour of grace, UTC) and rounds to milliseconds. If only an expression is
 * given, the type follows from the expression. An empty expression counts as omitted, and so does an `interval` of 0 together
 * with an expression: the API itself returns these values for unused types. Any other value for an unused type is an error.
 */
export function parseSchedule(input: ScheduleInput): ScheduleResult {
  const { interval, timezone = 'UTC', graceDuration = GRACE_SECONDS_DEFAULT } = input;
  const type = input.type ?? typeGiven(input) ?? 'interval';
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
  const check = { timezone: common.timezone, problems };
  const schedule: Schedule =
    type === 'interval'
      ? { ...common, type, intervalMs: checkInterval(interval ?? INTERVAL_SECONDS_DEFAULT, problems) }
      : type === 'cron'
        ? { ...common, type, cron: checkCron(input.cron ?? '', check) }
        : { ...common, type, onCalendar: checkOnCalendar(input.onCalendar ?? '', check) };
  for (const path of fieldsGiven(input)) {
    if (path !== FIELDS[type]) problems.push({ path, message: OTHER_TYPE_GIVEN[type] });
  }
  return problems.length === 0 ? { ok: true, schedule } : { ok: false, problems };
}

const FIELDS = { interval: 'interval', cron: 'cron', oncalendar: 'onCalendar' } as const;

const OTHER_TYPE_GIVEN: Readonly<Record<ScheduleType, string>> = {
  interval: 'An interval schedule has no expression. Enter an interval or an expression, not both.',
  cron: 'A cron schedule has no interval and no calendar expression. Leave this field out, or set it to 0 or empty.',
  oncalendar:
    'A calendar schedule has no interval and no cron expression. Leave this field out, or set it to 0 or empty.',
};

/** Returns the fields of a type that have a value. */
function fieldsGiven({ interval, cron, onCalendar }: ScheduleInput): readonly FieldOfType[] {
  const givenFields: FieldOfType[] = [];
  if (interval !== undefined && interval !== 0) givenFields.push('interval');
  if (cron !== undefined && cron.trim() !== '') givenFields.push('cron');
  if (onCalendar !== undefined && onCalendar.trim() !== '') givenFields.push('onCalendar');
  return givenFields;
}

type FieldOfType = (typeof FIELDS)[ScheduleType];

/** Returns the type of the only field that has a value; null if no field or several fields have a value. */
export function typeGiven(input: ScheduleInput): ScheduleType | null {
  const [only, ...others] = fieldsGiven(input);
  return others.length > 0 ? null : (SCHEDULE_TYPES.find((type) => FIELDS[type] === only) ?? null);
}

interface Check {
  readonly timezone: string;
  readonly problems: ScheduleProblem[];
}

function checkCron(expression: string, { timezone, problems }: Check): string {
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

function checkOnCalendar(expression: string, { timezone, problems }: Check): string {
  if (expression.trim() === '') {
    problems.push({
      path: 'onCalendar',
      message: 'A calendar schedule needs an expression, like Mon..Fri 02:00 for Monday to Friday at 02:00.',
    });
    return '';
  }
  const result = parseOnCalendar(expression, timezone);
  if (result.ok) return result.onCalendar.expression;
  problems.push({ path: 'onCalendar', message: result.message });
  return '';
}

export function checkInterval(seconds: number, problems: ScheduleProblem[]): number {
  if (!isWithin(seconds, INTERVAL_SECONDS_MIN)) {
    problems.push({
      path: 'interval',
      message: `The interval must be ${INTERVAL_SECONDS_MIN} to ${DURATION_SECONDS_MAX} seconds (366 days).`,
    });
  }
  return toMs(seconds);
}

export function isWithin(seconds: number, min: number): boolean {
  return seconds >= min && seconds <= DURATION_SECONDS_MAX;
}

/**
 * Merges an edit into a schedule. If the edit contains the field of another schedule type, changes the type and drops the field
 * of the old type.
 */
export function mergeSchedule(current: Schedule, edit: ScheduleInput): ScheduleInput {
  const type = edit.type ?? typeGiven(edit) ?? scheduleType(current);
  const kept = type === scheduleType(current) ? current : null;
  const intervalMs = kept === null ? null : intervalOf(kept);
  return {
    type,
    interval: edit.interval ?? (intervalMs === null ? undefined : intervalMs / 1000),
    cron: edit.cron ?? (kept?.type === 'cron' ? kept.cron : undefined),
    onCalendar: edit.onCalendar ?? (kept?.type === 'oncalendar' ? kept.onCalendar : undefined),
    timezone: edit.timezone ?? current.timezone,
    graceDuration: edit.graceDuration ?? current.graceMs / 1000,
  };
}
