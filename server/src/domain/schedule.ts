import cronstrue from 'cronstrue';
import { type Cron, cachedCron, latestOccurrence, nextOccurrence, parseCron } from './cron.ts';
import { DURATION_SECONDS_MAX, toMs } from './duration.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from './timezone.ts';

export type Schedule = IntervalSchedule | CronSchedule;

/** The next run is expected one interval after the last one. */
export interface IntervalSchedule {
  readonly type: 'interval';
  readonly intervalMs: number;
  readonly timezone: string;
  readonly graceMs: number;
}

export interface CronSchedule {
  readonly type: 'cron';
  /** An expression that `parseCron` takes. */
  readonly cron: string;
  readonly timezone: string;
  readonly graceMs: number;
}

/** A schedule as the API takes it; durations are seconds. */
export interface ScheduleInput {
  readonly type?: 'interval' | 'cron' | undefined;
  readonly interval?: number | undefined;
  readonly cron?: string | undefined;
  readonly timezone?: string | undefined;
  readonly graceDuration?: number | undefined;
}

/** What is wrong with one field, for the person who filled it in. */
export interface ScheduleProblem {
  readonly path: 'type' | 'interval' | 'cron' | 'timezone' | 'graceDuration';
  readonly message: string;
}

export type ScheduleResult =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly problems: readonly ScheduleProblem[] };

const INTERVAL_MIN = 10;
const INTERVAL_DEFAULT = 86_400;
const GRACE_DEFAULT = 3600;

/**
 * Checks a schedule, fills in what was left out (every day, an hour of grace, UTC), rounds to milliseconds.
 * The type is `cron` if only an expression is given. An interval schedule's empty `cron` and a cron
 * schedule's `interval` 0 are as good as left out, because the API answers them; any other value there is a
 * problem.
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
      message: `The grace must be 0 to ${DURATION_SECONDS_MAX} seconds (366 days).`,
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

function checkCron(expression: string, timezone: string, problems: ScheduleProblem[]): string {
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

function checkInterval(seconds: number, problems: ScheduleProblem[]): number {
  if (!isWithin(seconds, INTERVAL_MIN)) {
    problems.push({
      path: 'interval',
      message: `The interval must be ${INTERVAL_MIN} to ${DURATION_SECONDS_MAX} seconds (366 days).`,
    });
  }
  return toMs(seconds);
}

function isWithin(seconds: number, min: number): boolean {
  return seconds >= min && seconds <= DURATION_SECONDS_MAX;
}

/** Only a new tz database could take all occurrences from a checked expression: nothing is due then. */
const NEVER_MS = 50 * 366 * 86_400_000;

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

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** In English: `Every 5 minutes`, `At 02:00, Monday through Friday (Europe/Riga)`. Never throws. */
export function summarize(schedule: Schedule): string {
  if (schedule.type === 'interval') {
    const [unitMs, unit] = UNITS.find(([ms]) => schedule.intervalMs % ms === 0) ?? [1000, 'second'];
    const count = schedule.intervalMs / unitMs;
    return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
  }
  const text = describe(schedule);
  return schedule.timezone === 'UTC' ? text : `${text} (${schedule.timezone})`;
}

const DESCRIPTIONS_MAX = 10_000;
const descriptions = new Map<string, string>();

function describe({ cron, timezone }: CronSchedule): string {
  const known = descriptions.get(cron);
  if (known !== undefined) return known;
  if (descriptions.size >= DESCRIPTIONS_MAX) descriptions.clear();
  let text = cron;
  try {
    text = describeCron(cachedCron(cron, timezone));
  } catch {
    // Cronstrue refuses some expressions, such as LW in a list. They speak for themselves.
  }
  descriptions.set(cron, text);
  return text;
}

/** Second, minute, hour, day of month, month and day of week: the lowest value, and how many there are. */
const CYCLES: readonly (readonly [low: number, size: number] | null)[] = [
  [0, 60],
  [0, 60],
  [0, 24],
  null,
  [1, 12],
  null,
];

function describeCron({ expression, fields }: Cron): string {
  // The only spelling of each that cronstrue knows.
  const words = (expression.startsWith('@') ? expression.toLowerCase() : expression.toUpperCase()).split(' ');
  const plain = words.map((word, index) => {
    const cycle = CYCLES[index + CYCLES.length - words.length];
    return cycle ? writeOutSteps(word, ...cycle) : word;
  });
  const text = cronstrue.toString(plain.join(' '), {
    use24HourTimeFormat: true,
    logicalAndDayFields: fields.bothDays,
  });
  // It has no words for a * within a list.
  return /undefined|\*/.test(text) ? expression : text;
}

/** Steps that do not come out even start anew with each hour: `*\/45` is 0 and 45, not "every 45 minutes". */
function writeOutSteps(text: string, low: number, size: number): string {
  const step = Number(/^\*\/(\d+)$/.exec(text)?.[1] ?? 1);
  if (size % step === 0) return text;
  return Array.from({ length: Math.ceil(size / step) }, (_, index) => low + index * step).join(',');
}
