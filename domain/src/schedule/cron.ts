import type { ParseFailure } from '../parse-failure.ts';
import { type CronFields, explainForeign, LAST_WEEK, parseFields } from './cron-syntax.ts';
import { type SpanRange, searchBackwards, searchForwards } from './occurrence-search.ts';
import { cacheParsed } from './parsed-expressions.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from './timezone.ts';
import { firstMatch, type Month, mod7, type WallTimes } from './wall-clock.ts';

export interface Cron {
  readonly expression: string;
  readonly timezone: string;
  readonly fields: CronFields;
}

export type CronResult = { readonly ok: true; readonly cron: Cron } | ParseFailure;

export const CRON_LENGTH_MAX = 256;
/** Start of the search for a first occurrence. An expression without an occurrence in the following 50 years is refused. */
const FIRES_AFTER_MS = Date.UTC(2026, 0, 1);
/** Debian's cron.c treats a clock change of at least 3 hours forwards, or more than 3 hours backwards, as a correction. */
const CORRECTION_MS = 3 * 3_600_000;

/**
 * Parses an expression as Debian's cron does. Follows crontab(5), and cron's entry.c where the manual is silent. Also accepts L
 * and LW as day of month, 5L and MON#2 as day of week, `?` for `*` in both, seconds before the five fields, and nicknames in any
 * case. Refuses expressions that Debian's cron accepts but never runs or silently skips: backward ranges (including FRI-SUN), and
 * stray characters after a value.
 *
 * @param timezone zone of the times; an expression may never fire in some zones
 */
export function parseCron(expression: string, timezone: string): CronResult {
  const zone = parseTimezone(timezone);
  if (zone === null) return refuse(UNKNOWN_TIMEZONE);
  if (expression.length > CRON_LENGTH_MAX) {
    return refuse(`The expression is longer than ${CRON_LENGTH_MAX} characters.`);
  }
  const words = expression.trim().split(/\s+/);
  const tidy = words.join(' ');
  const fields = parseFields(words);
  if (typeof fields === 'string') return refuse(explainForeign(tidy) ?? fields);
  const cron: Cron = { expression: tidy, timezone: zone, fields };
  if (nextOccurrence(cron, FIRES_AFTER_MS) === null) {
    return refuse(
      'This expression never fires: no date and time matches all its fields. (There is no 30 February, for example.)',
    );
  }
  return { ok: true, cron };
}

function refuse(message: string): CronResult {
  return { ok: false, message };
}

/**
 * Returns a parsed expression from the cache. Throws if the expression is invalid, because only checked expressions are saved.
 */
export const cachedCron = cacheParsed((expression, timezone): Cron => {
  const result = parseCron(expression, timezone);
  if (!result.ok) throw new Error(`unchecked cron expression "${expression}": ${result.message}`);
  return result.cron;
});

/** Returns the first occurrence strictly after a time (epoch milliseconds); null if the next 50 years have none. */
export function nextOccurrence({ fields, timezone }: Cron, afterMs: number): number | null {
  return searchForwards(timezone, afterMs, (range) => firstInSpan(fields, range));
}

/** Returns the latest occurrence at or before a time (epoch milliseconds); null if the 50 years before have none. */
export function latestOccurrence(cron: Cron, atMs: number): number | null {
  return searchBackwards((afterMs) => nextOccurrence(cron, afterMs), atMs);
}

/**
 * Returns the first occurrence within a span in which the offset from UTC is constant. Debian's cron(8) says: if the clock went
 * forwards, "those jobs which would have run in the time that was skipped will be run soon after the change"; if it went backwards
 * by less than 3 hours, "those jobs that fall into the repeated time will not be re-run". Neither rule applies to jobs with `*` in
 * the hour or minute.
 */
function firstInSpan(fields: CronFields, { span, fromMs, beforeMs }: SpanRange): number | null {
  const wallTimes = wallTimesOf(fields);
  const { offsetMs, previousOffsetMs } = span;
  const changeMs = offsetMs - previousOffsetMs;
  let fromWall = fromMs + offsetMs;
  if (!fields.followsWallClock && changeMs >= -CORRECTION_MS && changeMs < CORRECTION_MS) {
    const stoppedWall = span.fromMs + previousOffsetMs;
    if (fromMs === span.fromMs && firstMatch(wallTimes, stoppedWall, fromWall) !== null) return fromMs;
    fromWall = Math.max(fromWall, stoppedWall);
  }
  const wall = firstMatch(wallTimes, fromWall, beforeMs + offsetMs);
  return wall === null ? null : wall - offsetMs;
}

function wallTimesOf(fields: CronFields): WallTimes {
  return { times: fields, daysIn: (month) => matchingDays(fields, month) };
}

/** Returns the matching days of a month; bit 0 is the 1st. */
function matchingDays(fields: CronFields, { index, length, firstWeekday }: Month): number {
  if (((fields.months >> index) & 1) === 0) return 0;
  const lastWeekday = mod7(firstWeekday + length - 1);
  let byDate = fields.days;
  if (fields.lastDay) byDate |= 1 << (length - 1);
  if (fields.lastWorkday) byDate |= 1 << (length - 1 - (lastWeekday === 6 ? 1 : lastWeekday === 0 ? 2 : 0));
  let byWeekday = 0;
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const weeks = fields.weekdays[weekday] ?? 0;
    const first = mod7(weekday - firstWeekday + 7);
    for (let week = 0; week < 5; week += 1) if ((weeks >> week) & 1) byWeekday |= bit(first + 7 * week);
    if (weeks & LAST_WEEK) byWeekday |= 1 << (length - 1 - mod7(lastWeekday - weekday + 7));
  }
  return (fields.bothDays ? byDate & byWeekday : byDate | byWeekday) & (-1 >>> (32 - length));
}

/**
 * Returns the bit of a day, where bit 0 is the 1st. Returns 0 for an index of 32 or more, because the shift would wrap around.
 * Such an index results from a fifth weekday that the month doesn't have.
 */
function bit(index: number): number {
  return index < 32 ? 1 << index : 0;
}
