import { type CronFields, firstMatch } from './cron-calendar.ts';
import { explainForeign, parseFields } from './cron-syntax.ts';
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
  const fields = parseFields(words);
  if (typeof fields === 'string') return refuse(explainForeign(tidy) ?? fields);
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
