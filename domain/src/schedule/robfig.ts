import { HOUR_MS } from '../time-units.ts';
import { secondsOfGoDuration } from './go-duration.ts';
import { previewOccurrences } from './occurrences.ts';
import { INTERVAL_SECONDS_MIN, parseSchedule, type ScheduleInput } from './parse-schedule.ts';

/**
 * A schedule that means what github.com/robfig/cron v3.0.1 means by an expression. The CronJobs of Kubernetes are read by that
 * module.
 */
export type RobfigResult =
  | { readonly ok: true; readonly schedule: ScheduleInput; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string };

interface Field {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly names: readonly string[];
}

interface Values {
  readonly values: readonly number[];
  /** Whether the field contains a star without a step. A step above 1 removes the star, so a star with the step 2 is no star. */
  readonly hasStar: boolean;
  readonly text: string;
}

const MINUTE: Field = { name: 'minute', low: 0, high: 59, names: [] };
const HOUR: Field = { name: 'hour', low: 0, high: 23, names: [] };
const DAY: Field = { name: 'day of month', low: 1, high: 31, names: [] };
const MONTH: Field = {
  name: 'month',
  low: 1,
  high: 12,
  names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
};
const WEEKDAY: Field = {
  name: 'day of week',
  low: 0,
  high: 6,
  names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
};
const NICKNAMES: readonly string[] = [
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
];
/** Maximum length of an expression. */
const LENGTH_MAX = 500;
/** Number of occurrences in which the two kinds of schedule are compared: more than a year of daily runs. */
const COMPARED = 400;

/** Reads an expression with robfig's rules. `timezone`: zone of the schedule, unless the expression begins with `TZ=`. */
export function readRobfig(
  written: string,
  { timezone, now }: { readonly timezone: string; readonly now: number },
): RobfigResult {
  if (written.length > LENGTH_MAX) return refuse(`The expression is longer than ${LENGTH_MAX} characters.`);
  const [, zone = timezone, expression = written] = /^(?:CRON_)?TZ=([^ ]*) (.*)$/s.exec(written) ?? [];
  const text = expression.trim();
  if (text.startsWith('@every ')) return readInterval(text.slice('@every '.length), zone);
  if (text.startsWith('@'))
    return NICKNAMES.includes(text)
      ? cronOrCalendar(text, nicknameCalendar(text), { timezone: zone, now })
      : refuse(`"${text}" is not a nickname that Kubernetes knows.`);
  const words = text.split(/\s+/);
  const [minute, hour, day, month, weekday] = [MINUTE, HOUR, DAY, MONTH, WEEKDAY].map((field, index) =>
    readField(words[index] ?? '', field),
  );
  if (text === '' || words.length !== 5)
    return refuse(`The expression needs five fields, and has ${text === '' ? 0 : words.length}.`);
  for (const field of [minute, hour, day, month, weekday])
    if (typeof field === 'string') return refuse(field);
  if (!isRead(minute) || !isRead(hour) || !isRead(day) || !isRead(month) || !isRead(weekday))
    return refuse('The expression is not understood.');
  const needsBoth = day.hasStar || weekday.hasStar;
  const cron = [
    minute.text,
    hour.text,
    dayText(day, { needsBoth, field: DAY }),
    month.text,
    dayText(weekday, { needsBoth, field: WEEKDAY }),
  ].join(' ');
  return cronOrCalendar(cron, calendarOf({ minute, hour, day, month, weekday, needsBoth }), {
    timezone: zone,
    now,
  });
}

function refuse(reason: string): RobfigResult {
  return { ok: false, reason };
}

function isRead(field: Values | string | undefined): field is Values {
  return field !== undefined && typeof field !== 'string';
}

/**
 * Returns the cron schedule, unless its runs near clock changes differ from robfig's. robfig never runs a time that the clock skips;
 * Debian's cron, and therefore a cron schedule, runs it after the change. A calendar schedule leaves it out as well.
 */
function cronOrCalendar(
  cron: string,
  onCalendar: string,
  { timezone, now }: { readonly timezone: string; readonly now: number },
): RobfigResult {
  const asCron: ScheduleInput = { type: 'cron', cron, timezone };
  const asCalendar: ScheduleInput = { type: 'oncalendar', onCalendar, timezone };
  const parsedCron = parseSchedule(asCron);
  if (!parsedCron.ok) return refuse(parsedCron.problems.map(({ message }) => message).join(' '));
  const [minute = '', hour = ''] = cron.split(' ');
  // Such a schedule follows the wall clock through every change, as robfig does.
  if (cron === '@hourly' || minute.startsWith('*') || hour.startsWith('*'))
    return { ok: true, schedule: asCron, notes: [] };
  const parsedCalendar = parseSchedule(asCalendar);
  if (!parsedCalendar.ok) return { ok: true, schedule: asCron, notes: [] };
  const times = previewOccurrences(parsedCron.schedule, now, COMPARED);
  const calendarTimes = previewOccurrences(parsedCalendar.schedule, now, COMPARED);
  const repeated = times.find((at) => isRepeated(at, timezone));
  const notes =
    repeated === undefined
      ? []
      : [
          `When clocks go back on ${new Date(repeated).toISOString().slice(0, 10)}, the job runs twice. The monitor expects the first run.`,
        ];
  const isSame = times.every((at, index) => at === calendarTimes[index]);
  return { ok: true, schedule: isSame ? asCron : asCalendar, notes };
}

/** Whether the clock shows the same time again an hour later. */
function isRepeated(at: number, timezone: string): boolean {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return format.format(at) === format.format(at + HOUR_MS);
}

/** Reads a duration of Go, such as `1h30m`. robfig rounds it down to seconds, and waits at least one second. */
function readInterval(text: string, timezone: string): RobfigResult {
  const seconds = secondsOfGoDuration(text.replace(/^[+-]/, ''));
  if (seconds === null) return refuse(`"${text}" is not a duration, like 1h30m.`);
  const interval = text.startsWith('-') ? 1 : Math.max(1, Math.floor(seconds + 1e-9));
  if (interval < INTERVAL_SECONDS_MIN)
    return refuse(
      `The job runs every ${interval} s. A monitor’s interval is at least ${INTERVAL_SECONDS_MIN} s.`,
    );
  const schedule: ScheduleInput = { type: 'interval', interval, timezone };
  const parsed = parseSchedule(schedule);
  return parsed.ok
    ? { ok: true, schedule, notes: [] }
    : refuse(parsed.problems.map(({ message }) => message).join(' '));
}

/** Returns the values of a field, or an error message. */
function readField(word: string, field: Field): Values | string {
  const values = new Set<number>();
  const texts: string[] = [];
  let hasStar = false;
  for (const item of word.split(',').filter((each) => each !== '')) {
    const read = readItem(item, field);
    if (typeof read === 'string') return `In the ${field.name}, "${item}" ${read}.`;
    const { from, to, step, isStar } = read;
    for (let value = from; value <= to; value += step) values.add(value);
    hasStar ||= isStar && step === 1;
    texts.push(itemText(read, field));
  }
  if (values.size === 0) return `The ${field.name} has no value, so the job never runs.`;
  const isAll = values.size === field.high - field.low + 1;
  return {
    values: [...values].sort((a, b) => a - b),
    hasStar,
    text: hasStar || isAll ? '*' : texts.join(','),
  };
}

interface Item {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly isStar: boolean;
}

function readItem(item: string, field: Field): Item | string {
  const [range = '', stepText, ...more] = item.split('/');
  const [first = '', last, ...others] = range.split('-');
  const isStar = first === '*' || first === '?';
  const step = stepText === undefined ? 1 : readInteger(stepText);
  if (more.length > 0) return 'has too many slashes';
  if (!isStar && others.length > 0) return 'has too many hyphens';
  if (step === null || step === 0) return 'has a wrong step';
  const from = isStar ? field.low : readValue(first, field);
  const isOpen = last === undefined && stepText !== undefined;
  const to = isStar || isOpen ? field.high : last === undefined ? from : readValue(last, field);
  if (from === null || to === null) return 'is not understood';
  if (from < field.low || to > field.high) return 'is out of range';
  return to < from ? 'runs backwards' : { from, to, step, isStar };
}

/** Writes an item so that a cron schedule means the same. A step from the lowest value is written with a star, which follows the wall clock. */
function itemText({ from, to, step }: Item, { low, high }: Field): string {
  if (from === to) return String(from);
  const range = from === low && to === high ? '*' : `${from}-${to}`;
  return step === 1 ? range : `${range}/${step}`;
}

/** Writes a day field. A cron schedule takes a star at the beginning as "both days must match". */
function dayText(
  { text, values }: Values,
  { needsBoth, field }: { readonly needsBoth: boolean; readonly field: Field },
): string {
  if (needsBoth || !text.startsWith('*')) return text;
  return text === '*' || text.includes(',') ? values.join(',') : `${field.low}-${field.high}${text.slice(1)}`;
}

function readValue(text: string, { names, low }: Field): number | null {
  const index = names.indexOf(text.toLowerCase());
  return index === -1 ? readInteger(text) : index + low;
}

/** Reads a number like Go's `strconv.Atoi`; null if the number is negative or wrong. */
function readInteger(text: string): number | null {
  return /^(?:\+?\d{1,18}|-0+)$/.test(text) ? Math.abs(Number(text)) : null;
}

interface Fields {
  readonly minute: Values;
  readonly hour: Values;
  readonly day: Values;
  readonly month: Values;
  readonly weekday: Values;
  readonly needsBoth: boolean;
}

/** Writes the fields as calendar expressions. If one of the two day fields is enough, there are two expressions. */
function calendarOf({ minute, hour, day, month, weekday, needsBoth }: Fields): string {
  const list = ({ values }: Values, { low, high }: Field) =>
    values.length === high - low + 1 ? '*' : values.join(',');
  const time = `${list(hour, HOUR)}:${list(minute, MINUTE)}:00`;
  const months = list(month, MONTH);
  const names = weekday.values.map(
    (value) => `${WEEKDAY.names[value]?.replace(/^./, (c) => c.toUpperCase())}`,
  );
  const weekdays = weekday.values.length === 7 ? '' : `${names.join(',')} `;
  const days = list(day, DAY);
  if (needsBoth) return `${weekdays}*-${months}-${days} ${time}`;
  return `*-${months}-${days} ${time}\n${weekdays}*-${months}-* ${time}`;
}

function nicknameCalendar(name: string): string {
  const dates: Readonly<Record<string, string>> = {
    '@yearly': '*-01-01 00:00:00',
    '@annually': '*-01-01 00:00:00',
    '@monthly': '*-*-01 00:00:00',
    '@weekly': 'Sun *-*-* 00:00:00',
    '@hourly': '*-*-* *:00:00',
  };
  return dates[name] ?? '*-*-* 00:00:00';
}
