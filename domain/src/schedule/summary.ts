import cronstrue from 'cronstrue';
import { type Cron, cachedCron } from './cron.ts';
import { cachedOnCalendar } from './on-calendar.ts';
import { describeOnCalendar } from './on-calendar-summary.ts';
import type { CronSchedule, OnCalendarSchedule, Schedule } from './schedule.ts';

export const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** Summarises a schedule in English: `Every 5 minutes`, `At 02:00, Monday through Friday (Europe/Riga)`. Never throws. */
export function summarize(schedule: Schedule): string {
  if (schedule.type === 'interval') {
    const [unitMs, unit] = UNITS.find(([ms]) => schedule.intervalMs % ms === 0) ?? [1000, 'second'];
    const count = schedule.intervalMs / unitMs;
    return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
  }
  if (schedule.type === 'oncalendar') return summarizeOnCalendar(schedule);
  return withZone(describe(schedule), schedule.timezone);
}

function withZone(text: string, timezone: string): string {
  return timezone === 'UTC' ? text : `${text} (${timezone})`;
}

function summarizeOnCalendar({ onCalendar: expression, timezone }: OnCalendarSchedule): string {
  try {
    const onCalendar = cachedOnCalendar(expression, timezone);
    const text = describeOnCalendar(onCalendar);
    return onCalendar.lines.some(({ namesZone }) => namesZone) ? text : withZone(text, timezone);
  } catch {
    // Only a damaged database row has an invalid expression. Show the expression itself.
    return withZone(expression, timezone);
  }
}

export const DESCRIPTIONS_MAX = 10_000;

export const descriptions = new Map<string, string>();

export function describe({ cron, timezone }: CronSchedule): string {
  const cached = descriptions.get(cron);
  if (cached !== undefined) return cached;
  if (descriptions.size >= DESCRIPTIONS_MAX) descriptions.clear();
  let text = cron;
  try {
    text = describeCron(cachedCron(cron, timezone));
  } catch {
    // Cronstrue rejects some expressions, such as LW in a list. Show the expression itself.
  }
  descriptions.set(cron, text);
  return text;
}

/**
 * Lowest value and number of values of each field of a cron expression: second, minute, hour, day of month, month and day of
 * week. Null for the two fields whose steps {@link writeOutSteps} doesn't replace.
 */
export const CYCLES: readonly (readonly [low: number, size: number] | null)[] = [
  [0, 60],
  [0, 60],
  [0, 24],
  null,
  [1, 12],
  null,
];

export function describeCron({ expression, fields }: Cron): string {
  // Cronstrue requires nicknames such as `@daily` in lower case, and names of months and weekdays in upper case.
  const words = (expression.startsWith('@') ? expression.toLowerCase() : expression.toUpperCase()).split(' ');
  const plain = words.map((word, index) => {
    const cycle = CYCLES[index + CYCLES.length - words.length];
    return cycle ? writeOutSteps(word, ...cycle) : word;
  });
  const text = cronstrue.toString(plain.join(' '), {
    use24HourTimeFormat: true,
    logicalAndDayFields: fields.bothDays,
  });
  // Cronstrue can't describe a * within a list.
  if (/undefined|\*/.test(text)) return expression;
  return fields.bothDays ? text : text.replace(WEEKDAYS, ', or $1');
}

/** Weekdays in a description. Cronstrue joins them by "and" or a comma, although either the date or the weekday is enough. */
const WEEKDAYS = /, (?:and )?((?:on (?:the \w+ )?)?(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day)/;

/**
 * Replaces a step that doesn't divide the cycle evenly with its values, because steps restart with each cycle: `*\/45` becomes 0
 * and 45. Returns any other text unchanged.
 */
export function writeOutSteps(text: string, low: number, size: number): string {
  const step = Number(/^\*\/(\d+)$/.exec(text)?.[1] ?? 1);
  if (size % step === 0) return text;
  return Array.from({ length: Math.ceil(size / step) }, (_, index) => low + index * step).join(',');
}
