/** Values that an expression's fields allow, ascending. Croner, the tests' second opinion, would take a hundred times as long. */
export interface CronFields {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Bit 0 is the 1st. */
  readonly days: number;
  readonly lastDay: boolean;
  /** Whether the last Monday to Friday of the month matches. */
  readonly lastWorkday: boolean;
  /** Bit 0 is January. */
  readonly months: number;
  /** By weekday from Sunday: bits 0 to 4 are the first to fifth in a month, {@link LAST_WEEK} the last. */
  readonly weekdays: readonly number[];
  /** Whether a date must match both day of month and day of week. Otherwise one match is enough. */
  readonly bothDays: boolean;
  /** Whether the minute or the hour starts with `*`: the job follows the wall clock through every clock change. */
  readonly followsWallClock: boolean;
}

export const EVERY_WEEK = 0b011111;
export const LAST_WEEK = 0b100000;

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** Returns the first matching wall clock time in a range, as the epoch time at which UTC shows it. */
export function firstMatch(fields: CronFields, fromWall: number, beforeWall: number): number | null {
  const today = Math.floor(fromWall / DAY_MS);
  const untilDay = Math.ceil(beforeWall / DAY_MS);
  let day = nextDay(fields, today, untilDay);
  let time = firstTime(fields);
  if (day === today) {
    const left = timeFrom(fields, (fromWall - today * DAY_MS) / SECOND_MS);
    if (left === null) day = nextDay(fields, today + 1, untilDay);
    else time = left;
  }
  if (day === null) return null;
  const wall = day * DAY_MS + time * SECOND_MS;
  return wall < beforeWall ? wall : null;
}

function firstTime({ hours, minutes, seconds }: CronFields): number {
  return (hours[0] ?? 0) * 3600 + (minutes[0] ?? 0) * 60 + (seconds[0] ?? 0);
}

/** Returns the first matching time of day at or after `from`, in seconds; null if the day has no more. */
function timeFrom(fields: CronFields, from: number): number | null {
  const { hours, minutes, seconds } = fields;
  const hour = Math.floor(from / 3600);
  const minute = Math.floor(from / 60) % 60;
  if (hours.includes(hour)) {
    const second = seconds.find((value) => value >= from % 60);
    if (second !== undefined && minutes.includes(minute)) return hour * 3600 + minute * 60 + second;
    const nextMinute = minutes.find((value) => value > minute);
    if (nextMinute !== undefined) return hour * 3600 + nextMinute * 60 + (seconds[0] ?? 0);
  }
  const nextHour = hours.find((value) => value > hour);
  return nextHour === undefined ? null : nextHour * 3600 + (firstTime(fields) % 3600);
}

/** Returns the first matching date in a range, as days since the epoch. */
function nextDay(fields: CronFields, from: number, before: number): number | null {
  const date = new Date(from * DAY_MS);
  let year = date.getUTCFullYear();
  let month = date.getUTCMonth();
  let passed = date.getUTCDate() - 1;
  for (let first = from - passed; first < before; ) {
    const length = monthLength(year, month);
    if ((fields.months >> month) & 1) {
      const days = matchingDays(fields, mod7(first + 4), length) & (-1 << passed);
      if (days !== 0) return first + 31 - Math.clz32(days & -days);
    }
    first += length;
    passed = 0;
    month += 1;
    if (month === 12) {
      month = 0;
      year += 1;
    }
  }
  return null;
}

/** Returns the matching days of a month; bit 0 is the 1st. `firstWeekday` is the weekday of the 1st, from Sunday. */
function matchingDays(fields: CronFields, firstWeekday: number, length: number): number {
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

/** A shift by 32 or more would wrap, and the index of a fifth Saturday can exceed 31. */
function bit(index: number): number {
  return index < 32 ? 1 << index : 0;
}

function mod7(value: number): number {
  return ((value % 7) + 7) % 7;
}

function monthLength(year: number, month: number): number {
  if (month !== 1) return month === 3 || month === 5 || month === 8 || month === 10 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
