/**
 * Values that an expression's fields allow, ascending. We compute occurrences ourselves, because Croner takes a hundred times as
 * long. Tests compare our occurrences with Croner's.
 */
export interface CronFields {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Days of the month as bits; bit 0 is the 1st. */
  readonly days: number;
  readonly lastDay: boolean;
  /** Whether the last weekday (Monday to Friday) of the month matches. */
  readonly lastWorkday: boolean;
  /** Months as bits; bit 0 is January. */
  readonly months: number;
  /**
   * Bits for each weekday, from Sunday. Bits 0 to 4 stand for its first to fifth date in a month, and {@link LAST_WEEK} for its
   * last date.
   */
  readonly weekdays: readonly number[];
  /** Whether a date must match both day of month and day of week. If false, one match is enough. */
  readonly bothDays: boolean;
  /** Whether the minute or the hour starts with `*`. If so, the job follows the wall clock through every clock change. */
  readonly followsWallClock: boolean;
}

const EVERY_WEEK = 0b011111;
export const LAST_WEEK = 0b100000;

const NICKNAMES = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/** Patterns of other schedulers' expressions, with advice on the expression to write instead. */
const FOREIGN_SYNTAX: readonly (readonly [RegExp, string])[] = [
  [/^@reboot$/i, '@reboot has no scheduled times. Choose another schedule.'],
  [/^@every\b/i, '@every is not cron. Choose an interval schedule instead.'],
  [/^@/, `Unknown nickname. Use one of ${[...NICKNAMES.keys()].join(', ')}, or five fields.`],
  [/^(?:CRON_)?TZ=/i, "Leave the time zone out of the expression and give it as the schedule's time zone."],
];

/** Name and values of a field. */
export interface FieldRule {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly names: readonly string[];
  readonly takes: string;
}

const MINUTE: FieldRule = {
  name: 'minute',
  low: 0,
  high: 59,
  names: [],
  takes: '0 to 59, like 5, */10 or 0,30',
};
const SECOND: FieldRule = { ...MINUTE, name: 'second' };
const HOUR: FieldRule = { name: 'hour', low: 0, high: 23, names: [], takes: '0 to 23, like 2, */6 or 9-17' };
const DAY: FieldRule = {
  name: 'day of month',
  low: 1,
  high: 31,
  names: [],
  takes: '1 to 31, like 1 or 1-7, L (the last day), LW (the last Monday to Friday) or ?',
};
const MONTH: FieldRule = {
  name: 'month',
  low: 1,
  high: 12,
  names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  takes: '1 to 12 or JAN to DEC, like 6, */3 or JAN,JUL',
};
const WEEKDAY: FieldRule = {
  name: 'day of week',
  low: 0,
  high: 7,
  names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
  takes: '0 to 7 (Sunday is 0 or 7) or SUN to SAT, like 1-5, MON#2 (second Monday), 5L (last Friday) or ?',
};

/** Returns the rules of an expression's fields; null unless it has five or six fields. */
export function fieldRules(count: number): readonly FieldRule[] | null {
  const five = [MINUTE, HOUR, DAY, MONTH, WEEKDAY];
  return count === 5 ? five : count === 6 ? [SECOND, ...five] : null;
}

export function explainForeign(expression: string): string | undefined {
  return FOREIGN_SYNTAX.find(([pattern]) => pattern.test(expression))?.[1];
}

/** Parses a nickname, or five or six fields. Like the functions below, returns an error message for invalid input. */
export function parseFields(written: readonly string[]): CronFields | string {
  const words = NICKNAMES.get(written.join(' ').toLowerCase())?.split(' ') ?? written;
  const [second, minute, hour, day, month, weekday] = words.length === 5 ? ['0', ...words] : words;
  if (!second || !minute || !hour || !day || !month || !weekday || words.length > 6) {
    return (
      'Write five fields: minute, hour, day of month, month, day of week; or six fields, starting with the second. ' +
      `This has ${words[0] === '' ? 0 : words.length}. Leave out the command.`
    );
  }
  const seconds = parseValues(SECOND, second.split(','));
  const minutes = parseValues(MINUTE, minute.split(','));
  const hours = parseValues(HOUR, hour.split(','));
  const days = parseDays(day);
  const months = parseValues(MONTH, month.split(','));
  const weekdays = parseWeekdays(weekday);
  if (typeof seconds === 'string') return seconds;
  if (typeof minutes === 'string') return minutes;
  if (typeof hours === 'string') return hours;
  if (typeof days === 'string') return days;
  if (typeof months === 'string') return months;
  if (typeof weekdays === 'string') return weekdays;
  return {
    seconds,
    minutes,
    hours,
    ...days,
    months: bits(months, 1),
    weekdays,
    bothDays: /^[*?]/.test(day) || /^[*?]/.test(weekday),
    followsWallClock: minute.startsWith('*') || hour.startsWith('*'),
  };
}

type Days = Pick<CronFields, 'days' | 'lastDay' | 'lastWorkday'>;

function parseDays(text: string): Days | string {
  const items = text === '?' ? ['*'] : text.split(',');
  const days = parseValues(
    DAY,
    items.filter((item) => !/^LW?$/i.test(item)),
  );
  if (typeof days === 'string') return days;
  const has = (name: RegExp): boolean => items.some((item) => name.test(item));
  return { days: bits(days, 1), lastDay: has(/^L$/i), lastWorkday: has(/^LW$/i) };
}

const WEEKDAY_IN_MONTH = /^([A-Z]+|\d+)(?:#([1-5])|L)$/i;

function parseWeekdays(text: string): number[] | string {
  const weekdays = [0, 0, 0, 0, 0, 0, 0];
  for (const item of text === '?' ? ['*'] : text.split(',')) {
    const [, name, week] = WEEKDAY_IN_MONTH.exec(item) ?? [];
    const weeks = name === undefined ? EVERY_WEEK : week === undefined ? LAST_WEEK : 1 << (Number(week) - 1);
    const values = parseValues(WEEKDAY, [name ?? item]);
    if (typeof values === 'string') return values;
    for (const value of values) weekdays[value % 7] = (weekdays[value % 7] ?? 0) | weeks;
  }
  return weekdays;
}

const ITEM = /^(?:\*|([A-Z]+|\d+)(?:-([A-Z]+|\d+))?)(?:\/(\d+))?$/i;

function parseValues(rule: FieldRule, items: readonly string[]): number[] | string {
  const allowed = new Set<number>();
  for (const item of items) {
    const wrong = (why: string): string => `In the ${rule.name}, "${item}" ${why}. Allowed: ${rule.takes}.`;
    const match = ITEM.exec(item);
    if (match === null) return wrong(item === '' ? 'is empty' : 'is not understood');
    const [, first, last, step] = match;
    const from = first === undefined ? rule.low : readValue(rule, first);
    const to = last !== undefined ? readValue(rule, last) : first === undefined ? rule.high : from;
    const by = Number(step ?? 1);
    if (Number.isNaN(from + to)) return wrong('is not understood');
    if (Math.min(from, to) < rule.low || Math.max(from, to) > rule.high) return wrong('is out of range');
    if (to < from) return wrong('runs backwards, and cron would never run it');
    if (by === 0) return wrong('has a step of 0');
    if (step !== undefined && first !== undefined && last === undefined) {
      return wrong(`has a step without a range: write ${first}-${rule.high}/${step}`);
    }
    for (let value = from; value <= to; value += by) allowed.add(value);
  }
  return [...allowed].sort((a, b) => a - b);
}

/** Returns the number of a value or a name; NaN for other texts. */
export function readValue(rule: FieldRule, text: string): number {
  const index = rule.names.indexOf(text.toUpperCase());
  return index === -1 ? Number(text) : index + rule.low;
}

function bits(values: readonly number[], low: number): number {
  return values.reduce((set, value) => set | (1 << (value - low)), 0);
}
