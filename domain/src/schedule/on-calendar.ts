import type { ParseFailure } from '../parse-failure.ts';
import { searchBackwards, searchForwards } from './occurrence-search.ts';
import { isWeekdays, type OnCalendarFields, parseOnCalendarFields } from './on-calendar-syntax.ts';
import { cacheParsed } from './parsed-expressions.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from './timezone.ts';
import { firstMatch, type Month, type WallTimes } from './wall-clock.ts';

/** One expression of a schedule. */
export interface OnCalendarLine {
  readonly fields: OnCalendarFields;
  readonly timezone: string;
  /** Whether the expression itself names the time zone. */
  readonly namesZone: boolean;
  readonly wallTimes: WallTimes;
}

/** Expressions for systemd's `OnCalendar=`. A run is expected whenever one of them matches. */
export interface OnCalendar {
  /** The expressions, one per line. */
  readonly expression: string;
  readonly lines: readonly OnCalendarLine[];
}

export type OnCalendarResult = { readonly ok: true; readonly onCalendar: OnCalendar } | ParseFailure;

export const ON_CALENDAR_LENGTH_MAX = 1000;
export const ON_CALENDAR_LINES_MAX = 10;
/** A schedule is refused unless it fires after this time. */
const FIRES_AFTER_MS = Date.UTC(2026, 0, 1);
/**
 * An expression is refused unless it fires after this time. An expression with only past dates is accepted if the schedule has
 * later runs.
 */
const EVER_FIRES_AFTER_MS = Date.UTC(2000, 0, 1);
const UNIX_TIME = /^@(\d{1,10})(?= |$)/;

/**
 * Parses calendar expressions as systemd does. Follows systemd.time(7), and systemd's calendarspec.c where the manual is silent.
 * Accepts several expressions, one per line, with `OnCalendar=` before them. Fractions of a second are rounded down. Refuses the
 * abbreviations of local time zones (such as CEST), which mean different times on different machines, and schedules that never
 * fire.
 *
 * @param timezone zone of expressions that name none
 */
export function parseOnCalendar(expression: string, timezone: string): OnCalendarResult {
  const zone = parseTimezone(timezone);
  if (zone === null) return refuse(UNKNOWN_TIMEZONE);
  if (expression.length > ON_CALENDAR_LENGTH_MAX) {
    return refuse(`The expressions are longer than ${ON_CALENDAR_LENGTH_MAX} characters.`);
  }
  const texts = expression
    .split('\n')
    .map((text) =>
      text
        .replace(/^\s*OnCalendar\s*=/i, '')
        .trim()
        .replace(/\s+/g, ' '),
    )
    .filter((text) => text !== '');
  if (texts.length > ON_CALENDAR_LINES_MAX) {
    return refuse(`There are ${texts.length} expressions. Write at most ${ON_CALENDAR_LINES_MAX}.`);
  }
  const lines: OnCalendarLine[] = [];
  for (const [index, text] of (texts.length === 0 ? [''] : texts).entries()) {
    const line = parseLine(text, zone);
    if (typeof line === 'string') return refuse(texts.length > 1 ? `Line ${index + 1}: ${line}` : line);
    lines.push(line);
  }
  const onCalendar: OnCalendar = { expression: texts.join('\n'), lines };
  if (nextOnCalendar(onCalendar, FIRES_AFTER_MS) === null) {
    return refuse('This schedule has no more runs: all its dates are in the past, or too far in the future.');
  }
  return { ok: true, onCalendar };
}

function refuse(message: string): OnCalendarResult {
  return { ok: false, message };
}

function parseLine(text: string, defaultZone: string): OnCalendarLine | string {
  const seconds = UNIX_TIME.exec(text)?.[1];
  if (seconds !== undefined) return parseLine(dateOfUnixTime(Number(seconds)), defaultZone);
  const words = text.split(' ');
  const last = words.at(-1) ?? '';
  const namesZone = words.length > 1 && /^[a-z]/i.test(last) && !isWeekdays(last);
  const timezone = namesZone ? parseTimezone(last) : defaultZone;
  if (timezone === null) {
    return `"${last}" is not a time zone. Use an IANA name, like Europe/Riga or UTC, or leave it out.`;
  }
  const fields = parseOnCalendarFields(namesZone ? words.slice(0, -1) : words);
  if (typeof fields === 'string') return fields;
  const wallTimes = { times: fields, daysIn: (month: Month) => matchingDays(fields, month) };
  const line: OnCalendarLine = { fields, timezone, namesZone, wallTimes };
  const fires = [FIRES_AFTER_MS, EVER_FIRES_AFTER_MS].some((afterMs) => nextOfLine(line, afterMs) !== null);
  return fires
    ? line
    : 'This expression never fires: no date and time matches all its parts. (There is no 30 February, for example.)';
}

function dateOfUnixTime(seconds: number): string {
  const [date, time] = new Date(seconds * 1000).toISOString().split(/[T.]/);
  return `${date} ${time} UTC`;
}

/** Returns a parsed schedule from the cache. Throws if the schedule is invalid, because only checked schedules are saved. */
export const cachedOnCalendar = cacheParsed((expression, timezone): OnCalendar => {
  const result = parseOnCalendar(expression, timezone);
  if (!result.ok) throw new Error(`unchecked OnCalendar expression "${expression}": ${result.message}`);
  return result.onCalendar;
});

/** Returns the first occurrence strictly after a time (epoch milliseconds); null if the next 50 years have none. */
export function nextOnCalendar({ lines }: OnCalendar, afterMs: number): number | null {
  const occurrences = lines.map((line) => nextOfLine(line, afterMs)).filter((at) => at !== null);
  return occurrences.length === 0 ? null : Math.min(...occurrences);
}

/** Returns the latest occurrence at or before a time (epoch milliseconds); null if the 50 years before have none. */
export function latestOnCalendar(onCalendar: OnCalendar, atMs: number): number | null {
  return searchBackwards((afterMs) => nextOnCalendar(onCalendar, afterMs), atMs);
}

/**
 * Returns the next occurrence of one expression. As in systemd, a time that the clock skips has no occurrence, and a time that
 * the clock repeats has only its first occurrence. systemd's timers don't elapse within the repeated hour, because each search
 * continues from the last elapse.
 */
function nextOfLine({ timezone, wallTimes }: OnCalendarLine, afterMs: number): number | null {
  return searchForwards(timezone, afterMs, ({ span, fromMs, beforeMs }) => {
    const { offsetMs, previousOffsetMs } = span;
    const stoppedWall = Number.isFinite(span.fromMs)
      ? span.fromMs + previousOffsetMs
      : Number.NEGATIVE_INFINITY;
    const wall = firstMatch(wallTimes, Math.max(fromMs + offsetMs, stoppedWall), beforeMs + offsetMs);
    return wall === null ? null : wall - offsetMs;
  });
}

/** Returns the matching days of a month; bit 0 is the 1st. */
function matchingDays(fields: OnCalendarFields, { year, index, length, firstWeekday }: Month): number {
  if (!fields.months.includes(index + 1) || !fields.years.includes(year)) return 0;
  let days = 0;
  for (const day of fields.days) {
    const date = fields.fromEnd ? length + 1 - day : day;
    if (date <= length && fields.weekdays.includes((firstWeekday + date - 1) % 7)) days |= 1 << (date - 1);
  }
  return days;
}
