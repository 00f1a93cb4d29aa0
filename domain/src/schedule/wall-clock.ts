import { DAY_MS, SECOND_MS } from '../time-units.ts';
/** Times of day that a schedule allows, each list ascending. */
export interface TimesOfDay {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
}

export interface Month {
  readonly year: number;
  /** Index of the month; 0 is January. */
  readonly index: number;
  /** Number of days. */
  readonly length: number;
  /** Weekday of the 1st; 0 is Sunday. */
  readonly firstWeekday: number;
}

/** Every date and time that a schedule allows on a wall clock. */
export interface WallTimes {
  readonly times: TimesOfDay;
  /** Returns the matching days of a month as a bit mask; bit 0 is the 1st. */
  readonly daysIn: (month: Month) => number;
}

/**
 * Returns the first matching wall clock time in a range; null if there is none. Wall clock times are written as the epoch
 * milliseconds of the same time in UTC.
 */
export function firstMatch(
  { times, daysIn }: WallTimes,
  fromWall: number,
  beforeWall: number,
): number | null {
  const today = Math.floor(fromWall / DAY_MS);
  const untilDay = Math.ceil(beforeWall / DAY_MS);
  let day = nextDay(daysIn, today, untilDay);
  let time = firstTime(times);
  if (day === today) {
    const left = timeFrom(times, (fromWall - today * DAY_MS) / SECOND_MS);
    if (left === null) day = nextDay(daysIn, today + 1, untilDay);
    else time = left;
  }
  if (day === null) return null;
  const wall = day * DAY_MS + time * SECOND_MS;
  return wall < beforeWall ? wall : null;
}

function firstTime({ hours, minutes, seconds }: TimesOfDay): number {
  return (hours[0] ?? 0) * 3600 + (minutes[0] ?? 0) * 60 + (seconds[0] ?? 0);
}

/** Returns the first matching time of day at or after `from`, in seconds; null if there is none. */
function timeFrom(times: TimesOfDay, from: number): number | null {
  const { hours, minutes, seconds } = times;
  const hour = Math.floor(from / 3600);
  const minute = Math.floor(from / 60) % 60;
  if (hours.includes(hour)) {
    const second = seconds.find((value) => value >= from % 60);
    if (second !== undefined && minutes.includes(minute)) return hour * 3600 + minute * 60 + second;
    const nextMinute = minutes.find((value) => value > minute);
    if (nextMinute !== undefined) return hour * 3600 + nextMinute * 60 + (seconds[0] ?? 0);
  }
  const nextHour = hours.find((value) => value > hour);
  return nextHour === undefined ? null : nextHour * 3600 + (firstTime(times) % 3600);
}

/** Returns the first matching date in a range, as days since the epoch. */
function nextDay(daysIn: WallTimes['daysIn'], from: number, before: number): number | null {
  const date = new Date(from * DAY_MS);
  let year = date.getUTCFullYear();
  let index = date.getUTCMonth();
  let passed = date.getUTCDate() - 1;
  for (let first = from - passed; first < before; ) {
    const length = monthLength(year, index);
    const days = daysIn({ year, index, length, firstWeekday: mod7(first + 4) }) & (-1 << passed);
    if (days !== 0) return first + 31 - Math.clz32(days & -days);
    first += length;
    passed = 0;
    index += 1;
    if (index === 12) {
      index = 0;
      year += 1;
    }
  }
  return null;
}

export function mod7(value: number): number {
  return ((value % 7) + 7) % 7;
}

function monthLength(year: number, index: number): number {
  if (index !== 1) return index === 3 || index === 5 || index === 8 || index === 10 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
