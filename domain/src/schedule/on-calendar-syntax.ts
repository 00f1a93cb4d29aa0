import { DAY, HOUR, LAST_DAY, MINUTE, MONTH, parseComponent, SECOND, YEAR } from './on-calendar-component.ts';
import type { TimesOfDay } from './wall-clock.ts';

/** Dates and times that one expression allows. Lists are ascending. */
export interface OnCalendarFields extends TimesOfDay {
  readonly years: readonly number[];
  readonly months: readonly number[];
  /** Days of the month. With `fromEnd`, days are counted backwards, and 1 is the last day of the month. */
  readonly days: readonly number[];
  readonly fromEnd: boolean;
  /** Weekdays, 0 for Sunday. All seven allow every day. */
  readonly weekdays: readonly number[];
}

/** Special expressions, case-insensitive. Like systemd, includes a misspelling of `annually`. */
const SHORTHANDS = new Map([
  ['minutely', '*-*-* *:*:00'],
  ['hourly', '*-*-* *:00:00'],
  ['daily', '*-*-* 00:00:00'],
  ['weekly', 'Mon *-*-* 00:00:00'],
  ['monthly', '*-*-01 00:00:00'],
  ['quarterly', '*-01,04,07,10-01 00:00:00'],
  ['semiannually', '*-01,07-01 00:00:00'],
  ['semi-annually', '*-01,07-01 00:00:00'],
  ['biannually', '*-01,07-01 00:00:00'],
  ['bi-annually', '*-01,07-01 00:00:00'],
  ['annually', '*-01-01 00:00:00'],
  ['anually', '*-01-01 00:00:00'],
  ['yearly', '*-01-01 00:00:00'],
]);

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const EVERY_WEEKDAY = [0, 1, 2, 3, 4, 5, 6];
const WEEKDAY_RANGE = /^([a-z]+)(?:(?:\.\.|-)([a-z]+))?$/i;
const DATE = /^(?:([^-~]+)-)?([^-~]+)([-~])([^-~]+)$/;
const FORM = 'Write weekdays, date and time, like Mon..Fri *-*-* 02:00, or a word like daily.';

/** Parses the words of an expression, without its time zone. Like the functions below, returns an error message for invalid input. */
export function parseOnCalendarFields(written: readonly string[]): OnCalendarFields | string {
  const words = SHORTHANDS.get(written.join(' ').toLowerCase())?.split(' ') ?? [...written];
  const foreign = explainForeign(words);
  if (foreign !== null) return foreign;
  const weekdays = /^[a-z]/i.test(words[0] ?? '') ? parseWeekdays(words.shift() ?? '') : EVERY_WEEKDAY;
  if (typeof weekdays === 'string') return weekdays;
  const date = parseDate(words[0]?.includes(':') === false ? (words.shift() ?? '') : '*-*-*');
  if (typeof date === 'string') return date;
  const time = parseTime(words.shift() ?? '0:0');
  if (typeof time === 'string') return time;
  const [rest] = words;
  return rest === undefined ? { weekdays, ...date, ...time } : `"${rest}" is out of place. ${FORM}`;
}

function explainForeign(words: readonly string[]): string | null {
  const [first = ''] = words;
  if (first === '') return `The expression is empty. ${FORM}`;
  if (words.length >= 5)
    return `This looks like a cron expression, which is another type of schedule. ${FORM}`;
  if (first.startsWith('@')) return `"${first}" is not understood. Leave out the @. ${FORM}`;
  return null;
}

export function isWeekdays(word: string): boolean {
  return typeof parseWeekdays(word) !== 'string';
}

function parseWeekdays(text: string): readonly number[] | string {
  const weekdays = new Set<number>();
  // A comma may follow the last weekday.
  for (const item of text.replace(/(?<=[^,]),$/, '').split(',')) {
    const [, first = '', last = first] = WEEKDAY_RANGE.exec(item) ?? [];
    const from = readWeekday(first);
    const to = readWeekday(last);
    if (from === -1 || to === -1) return `"${item}" is not a weekday, like Mon, Mon,Wed or Mon..Fri. ${FORM}`;
    if (to < from)
      return `"${item}" runs backwards. Weeks begin on Monday: write Sun,Mon for Sunday and Monday.`;
    for (let day = from; day <= to; day += 1) weekdays.add(day % 7);
  }
  return [...weekdays].sort((a, b) => a - b);
}

/** Returns 1 for Monday to 7 for Sunday; -1 for other words. */
function readWeekday(name: string): number {
  const lower = name.toLowerCase();
  const index = WEEKDAYS.findIndex((weekday) => lower === weekday || lower === weekday.slice(0, 3));
  return index === 0 ? 7 : index;
}

type DateFields = Pick<OnCalendarFields, 'years' | 'months' | 'days' | 'fromEnd'>;

function parseDate(text: string): DateFields | string {
  const [, year = '*', month, separator, day] = DATE.exec(text) ?? [];
  if (month === undefined || day === undefined) {
    return `"${text}" is neither a date, like *-*-01 or 2027-01-31, nor a time, like 02:00. ${FORM}`;
  }
  const fromEnd = separator === '~' && day !== '*';
  const years = parseComponent(YEAR, year);
  const months = parseComponent(MONTH, month);
  const days = parseComponent(fromEnd ? LAST_DAY : DAY, day);
  if (typeof years === 'string') return years;
  if (typeof months === 'string') return months;
  if (typeof days === 'string') return days;
  return { years, months, days, fromEnd };
}

function parseTime(text: string): TimesOfDay | string {
  const [hour = '', minute, second = '0', ...rest] = text.split(':');
  if (minute === undefined || rest.length > 0) return `"${text}" is not a time, like 02:00 or 02:00:30.`;
  const hours = parseComponent(HOUR, hour);
  const minutes = parseComponent(MINUTE, minute);
  const seconds = parseComponent(SECOND, second);
  if (typeof hours === 'string') return hours;
  if (typeof minutes === 'string') return minutes;
  if (typeof seconds === 'string') return seconds;
  return { hours, minutes, seconds };
}
