import { type CronFields, LAST_WEEK } from './cron-syntax.ts';
import { type Month, mod7, type WallTimes } from './wall-clock.ts';

export function wallTimesOf(fields: CronFields): WallTimes {
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
