import cronstrue from 'cronstrue';
import { MONTH_NAMES } from '../month-names.ts';
import { type Cron, cachedCron } from './cron.ts';
import { cachedOnCalendar, type OnCalendar, type OnCalendarLine } from './on-calendar.ts';
import { YEAR } from './on-calendar-component.ts';
import type { OnCalendarFields } from './on-calendar-syntax.ts';
import type { CronSchedule, OnCalendarSchedule, Schedule } from './schedule.ts';
import type { TimesOfDay } from './wall-clock.ts';

export const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** Summarises a schedule in English: `Every 5 minutes`, `At 02:00, Monday through Friday (Europe/Riga)`. Never throws. */
export function summarize(schedule: Schedule): string {
  switch (schedule.type) {
    case 'interval':
    case 'grid':
      return summarizeInterval(schedule.intervalMs);
    case 'cron':
      return withZone(describe(schedule), schedule.timezone);
    case 'oncalendar':
      return summarizeOnCalendar(schedule);
  }
}

function summarizeInterval(intervalMs: number): string {
  const [unitMs, unit] = UNITS.find(([ms]) => intervalMs % ms === 0) ?? [1000, 'second'];
  const count = intervalMs / unitMs;
  return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
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

const FROM_MONDAY = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const YEARS = YEAR.high - YEAR.low + 1;
/** Maximum names, numbers or times that a summary lists. */
const LISTED_MAX = 4;
/** Maximum expressions that a summary describes. */
const LINES_MAX = 3;

/**
 * Summarises calendar expressions, like `Mon to Fri at 02:00`. Keeps expressions without a short description unchanged. Names
 * every expression's time zone if any expression names its own.
 */
function describeOnCalendar({ expression, lines }: OnCalendar): string {
  const texts = expression.split('\n');
  const saysZones = lines.some(({ namesZone }) => namesZone);
  const parts = lines.slice(0, LINES_MAX).map((line, index) => {
    const described = describeFields(line);
    if (described === null && line.namesZone) return texts[index] ?? '';
    return `${described ?? texts[index] ?? ''}${saysZones ? ` (${line.timezone})` : ''}`;
  });
  const unlistedCount = lines.length - LINES_MAX;
  return unlistedCount > 0 ? `${parts.join('; ')}; and ${unlistedCount} more` : parts.join('; ');
}

function describeFields({ fields }: OnCalendarLine): string | null {
  const date = describeDate(fields);
  const time = describeTime(fields);
  if (date === null || time === null) return null;
  const isMoment = time.startsWith('at ');
  const days = date === '' || date.startsWith('in ') ? `every day ${date}`.trim() : date;
  const text = isMoment ? `${days} ${time}` : date === '' ? time : `${time}, ${date}`;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Describes the date: '' for every day, null if there is no short description. */
function describeDate(fields: OnCalendarFields): string | null {
  const { weekdays, years, months } = fields;
  const fromMonday = weekdays.map((day) => (day + 6) % 7).sort((a, b) => a - b);
  const weekday = weekdays.length === 7 ? '' : listed(fromMonday, (day) => FROM_MONDAY[day] ?? '');
  const month = months.length === 12 ? '' : listed(months, (index) => MONTH_NAMES[index - 1] ?? '');
  const year = years.length === YEARS ? '' : listed(years, String);
  if (weekday === null || month === null || year === null) return null;
  const day = describeDay(fields, month);
  if (day === null) return null;
  const inYear = year === '' ? '' : `${/ [A-Z][a-z]{2}$/.test(day) ? '' : 'in '}${year}`;
  return [weekday, day, inYear].filter((part) => part !== '').join(' ');
}

function describeDay({ days, months, fromEnd }: OnCalendarFields, month: string): string | null {
  if (days.length === 31) return month === '' ? '' : `in ${month}`;
  const ofMonth = `of ${month === '' ? 'the month' : month}`;
  const list = listed(days, String);
  if (fromEnd) return list === '1' ? `on the last day ${ofMonth}` : lastDays(days, ofMonth);
  if (list === null) return null;
  if (days.length === 1 && months.length === 1) return `on ${list} ${month}`;
  return `on ${days.length === 1 ? 'day' : 'days'} ${list} ${ofMonth}`;
}

function lastDays(days: readonly number[], ofMonth: string): string | null {
  return days[0] === 1 && isUnbroken(days) ? `on the last ${days.length} days ${ofMonth}` : null;
}

/** Describes the time, starting with `at` or `every`; null if there is no short description. */
function describeTime({ hours, minutes, seconds }: TimesOfDay): string | null {
  const [firstHour = 0] = hours;
  const [firstMinute = 0] = minutes;
  if (hours.length * minutes.length * seconds.length <= LISTED_MAX) {
    const moments = hours.flatMap((hour) =>
      minutes.flatMap((minute) => seconds.map((second) => clock(hour, minute, second))),
    );
    return `at ${joinNames(moments)}`;
  }
  if (hours.length + minutes.length + seconds.length === 24 + 60 + 60) return 'every second';
  if (seconds.length > 1 || seconds[0] !== 0) return null;
  const minuteStep = stepOf(minutes, 60);
  if (minutes.length > 1 && minuteStep === null) return null;
  const rhythm = minuteStep === null ? 'every hour' : every(minuteStep, 'minute');
  if (hours.length === 24) {
    return minuteStep === null && firstMinute !== 0 ? `${rhythm} at :${twoDigits(firstMinute)}` : rhythm;
  }
  if (isUnbroken(hours)) {
    const last = clock(hours.at(-1) ?? 0, minutes.at(-1) ?? 0);
    return `${rhythm} from ${clock(firstHour, firstMinute)} to ${last}`;
  }
  const hourStep = stepOf(hours, 24);
  return hourStep === null || minuteStep !== null || firstMinute !== 0 ? null : every(hourStep, 'hour');
}

function every(step: number, unit: string): string {
  return step === 1 ? `every ${unit}` : `every ${step} ${unit}s`;
}

/** Returns the step of values that start at 0 and divide a cycle evenly; null for other values. */
function stepOf(values: readonly number[], cycle: number): number | null {
  const step = cycle / values.length;
  return values.length > 1 && values.every((value, index) => value === index * step) ? step : null;
}

function isUnbroken(values: readonly number[]): boolean {
  return values.every((value, index) => value === (values[0] ?? 0) + index);
}

/** Writes values as a range or a list; null if the list would be long. */
function listed(values: readonly number[], name: (value: number) => string): string | null {
  const names = values.map(name);
  if (names.length > 2 && isUnbroken(values)) return `${names[0]} to ${names.at(-1)}`;
  return names.length > LISTED_MAX ? null : joinNames(names);
}

function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function clock(hour: number, minute: number, second = 0): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}${second === 0 ? '' : `:${twoDigits(second)}`}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
