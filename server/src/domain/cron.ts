import { type CronFields, EVERY_WEEK, firstMatch, LAST_WEEK } from './cron-fast.ts';
import { parseTimezone, UNKNOWN_TIMEZONE, type ZoneSpan, zoneSpanAt } from './timezone.ts';

/** An expression that was read, with the zone that it is evaluated in. Made by `parseCron`. */
export interface Cron {
  readonly expression: string;
  readonly timezone: string;
  readonly fields: CronFields;
}

/** `message` is for the person who typed the expression: what is wrong, where, and what to write instead. */
export type CronResult =
  | { readonly ok: true; readonly cron: Cron }
  | { readonly ok: false; readonly message: string };

export const CRON_LENGTH_MAX = 256;
const CACHED_CRONS_MAX = 10_000;
/** Every expression must fire after this. The 50 years that are searched have every kind of month. */
const FIRES_AFTER_MS = Date.UTC(2026, 0, 1);
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** A given weekday falls on 29 February again after 40 years at most. */
const HORIZON_MS = 50 * 366 * 86_400_000;
const DATE_MS_MAX = 8.64e15;
/** Debian's cron.c takes a change for a correction if the clock goes forward by so much, or back by more. */
const CORRECTION_MS = 3 * 3_600_000;

/**
 * Reads an expression as Debian's cron does: crontab(5), and its entry.c where the manual is silent. Beyond
 * that it takes L and LW as day of month, 5L and MON#2 as day of week, `?` for `*` in those two, seconds in
 * front of the five fields, and nicknames in any case. It refuses what Debian's cron lets through but never
 * runs, or skips without a word: ranges that run backwards (FRI-SUN is one), and litter after a value.
 *
 * @param timezone where its times are meant; it also decides whether they ever come
 */
export function parseCron(expression: string, timezone: string): CronResult {
  const zone = parseTimezone(timezone);
  if (zone === null) return refuse(UNKNOWN_TIMEZONE);
  if (expression.length > CRON_LENGTH_MAX) {
    return refuse(`The expression is longer than ${CRON_LENGTH_MAX} characters.`);
  }
  const words = expression.trim().split(/\s+/);
  const tidy = words.join(' ');
  const fields = parseFields(NICKNAMES.get(tidy.toLowerCase())?.split(' ') ?? words);
  if (typeof fields === 'string') {
    return refuse(ELSEWHERE.find(([pattern]) => pattern.test(tidy))?.[1] ?? fields);
  }
  const cron: Cron = { expression: tidy, timezone: zone, fields };
  if (nextOccurrence(cron, FIRES_AFTER_MS) === null) {
    return refuse(
      'It never fires: no date and time fits all of its fields. (There is no 30 February, for example.)',
    );
  }
  return { ok: true, cron };
}

function refuse(message: string): CronResult {
  return { ok: false, message };
}

const cachedCrons = new Map<string, Cron>();

/** An expression that was checked when its schedule was saved. Throws if it was not: a programmer's error. */
export function cachedCron(expression: string, timezone: string): Cron {
  const key = `${timezone} ${expression}`;
  const known = cachedCrons.get(key);
  if (known !== undefined) {
    // Maps keep their order, so that the first key is the one that was not asked for longest.
    cachedCrons.delete(key);
    cachedCrons.set(key, known);
    return known;
  }
  const result = parseCron(expression, timezone);
  if (!result.ok) throw new Error(`unchecked cron expression "${expression}": ${result.message}`);
  const [oldest] = cachedCrons.keys();
  if (cachedCrons.size >= CACHED_CRONS_MAX && oldest !== undefined) cachedCrons.delete(oldest);
  cachedCrons.set(key, result.cron);
  return result.cron;
}

/** The first occurrence strictly after a time (epoch milliseconds); null if the next 50 years have none. */
export function nextOccurrence(cron: Cron, afterMs: number): number | null {
  let fromMs = (Math.floor(afterMs / SECOND_MS) + 1) * SECOND_MS;
  if (fromMs < -DATE_MS_MAX) return null;
  const horizonMs = Math.min(fromMs + HORIZON_MS, DATE_MS_MAX);
  while (fromMs < horizonMs) {
    const span = zoneSpanAt(cron.timezone, fromMs);
    const found = firstInSpan(cron.fields, span, fromMs, Math.min(span.untilMs, horizonMs));
    if (found !== null) return found;
    fromMs = span.untilMs;
  }
  return null;
}

/**
 * Debian's cron(8): if the clock went forwards, "those jobs which would have run in the time that was skipped
 * will be run soon after the change"; if it went backwards by less than 3 hours, "those jobs that fall into
 * the repeated time will not be re-run". Neither holds for jobs with `*` in the hour or minute.
 */
function firstInSpan(fields: CronFields, span: ZoneSpan, fromMs: number, beforeMs: number): number | null {
  const { offsetMs, previousOffsetMs } = span;
  const changeMs = offsetMs - previousOffsetMs;
  let fromWall = fromMs + offsetMs;
  if (!fields.wild && changeMs >= -CORRECTION_MS && changeMs < CORRECTION_MS) {
    const stoppedWall = span.fromMs + previousOffsetMs;
    if (fromMs === span.fromMs && firstMatch(fields, stoppedWall, fromWall) !== null) return fromMs;
    fromWall = Math.max(fromWall, stoppedWall);
  }
  const wall = firstMatch(fields, fromWall, beforeMs + offsetMs);
  return wall === null ? null : wall - offsetMs;
}

/**
 * The latest occurrence at or before a time (epoch milliseconds); null if the 50 years before have none. It
 * is found through {@link nextOccurrence} alone, so that the two can't disagree.
 */
export function latestOccurrence(cron: Cron, atMs: number): number | null {
  for (let windowMs = MINUTE_MS; ; windowMs = Math.min(windowMs * 8, HORIZON_MS)) {
    const first = nextOccurrence(cron, atMs - windowMs);
    if (first !== null && first <= atMs) return lastOf(cron, first, atMs);
    if (windowMs === HORIZON_MS) return null;
  }
}

/** Of the occurrences from a known one to a time, the last, by halving. */
function lastOf(cron: Cron, occurrence: number, atMs: number): number {
  let latest = occurrence;
  let untilMs = atMs;
  for (;;) {
    const following = nextOccurrence(cron, latest);
    if (following === null || following > untilMs) return latest;
    const middle = following + Math.floor((untilMs - following) / 2);
    const later = nextOccurrence(cron, middle - 1);
    if (later !== null && later <= untilMs) {
      latest = later;
    } else {
      latest = following;
      untilMs = middle - 1;
    }
  }
}

const NICKNAMES = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/** What people write that other schedulers know. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^@reboot$/i, '@reboot has no time at which a run could be expected. Choose another schedule.'],
  [/^@every\b/i, '@every is not cron. Choose an interval schedule instead.'],
  [/^@/, `This nickname is not known. Use one of ${[...NICKNAMES.keys()].join(', ')}, or five fields.`],
  [/^(?:CRON_)?TZ=/i, "Leave the time zone out of the expression and give it as the schedule's time zone."],
];

interface FieldRule {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** For the lowest value and those that follow it. */
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
  takes: '0 to 7 (Sunday is both) or SUN to SAT, like 1-5, MON#2 (second Monday), 5L (last Friday) or ?',
};

/** Gives a message instead of the fields if they can't be read; so do the functions below. */
function parseFields(words: readonly string[]): CronFields | string {
  const [second, minute, hour, day, month, weekday] = words.length === 5 ? ['0', ...words] : words;
  if (!second || !minute || !hour || !day || !month || !weekday || words.length > 6) {
    return (
      'Write five fields: minute, hour, day of month, month, day of week; or six, with the second first. ' +
      `This has ${words[0] === '' ? 0 : words.length}. The command is not part of it.`
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
    wild: minute.startsWith('*') || hour.startsWith('*'),
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

/** The values that the items of a list allow, in rising order. */
function parseValues(rule: FieldRule, items: readonly string[]): number[] | string {
  const allowed = new Set<number>();
  for (const item of items) {
    const wrong = (why: string): string => `In the ${rule.name}, "${item}" ${why}. It takes ${rule.takes}.`;
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
      return wrong(`has a step without a range, write ${first}-${rule.high}/${step}`);
    }
    for (let value = from; value <= to; value += by) allowed.add(value);
  }
  return [...allowed].sort((a, b) => a - b);
}

function readValue(rule: FieldRule, text: string): number {
  const index = rule.names.indexOf(text.toUpperCase());
  return index === -1 ? Number(text) : index + rule.low;
}

function bits(values: readonly number[], low: number): number {
  return values.reduce((set, value) => set | (1 << (value - low)), 0);
}
