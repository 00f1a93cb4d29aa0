import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import { offsetMsAt } from '../../time/local-time.ts';
import { formatter } from '../../time/zone.ts';

const WEEK = 7;
/** Weekday of 1 January 1970, counted from Monday, which is 0. */
const THURSDAY = 3;

export interface PlacedDay<Day> {
  readonly day: Day;
  /** Index of the week; the oldest is 0. */
  readonly column: number;
  /** Day of the week; Monday is 0. */
  readonly row: number;
}

export interface YearLayout<Day> {
  readonly days: readonly PlacedDay<Day>[];
  readonly columns: number;
  readonly months: readonly { readonly column: number; readonly label: string }[];
}

/**
 * Returns the number of a day in a time zone, counted from 1970. Uses noon, because noon is on the same day even if the
 * clocks change.
 */
export function localDayOf(from: number, zone: string): number {
  const noon = from + 12 * HOUR_MS;
  return Math.floor((noon + offsetMsAt(zone, noon)) / DAY_MS);
}

/** Formats a local day: `2026-11-21`. */
export function writeLocalDay(from: number, zone: string): string {
  return new Date(localDayOf(from, zone) * DAY_MS).toISOString().slice(0, 10);
}

/** Places days in columns of weeks. The name of a month is above its first complete week. */
export function layOutYear<Day extends { readonly from: string }>(
  days: readonly Day[],
  zone: string,
): YearLayout<Day> {
  const [first] = days;
  if (first === undefined) return { days: [], columns: 0, months: [] };
  const firstDay = localDayOf(Date.parse(first.from), zone);
  const firstMonday = firstDay - ((firstDay + THURSDAY) % WEEK);
  const placed = days.map((day) => {
    const number = localDayOf(Date.parse(day.from), zone) - firstMonday;
    return { day, column: Math.floor(number / WEEK), row: number % WEEK };
  });
  const columns = (placed.at(-1)?.column ?? 0) + 1;
  const months: { column: number; label: string }[] = [];
  for (const { day, column, row } of placed) {
    const noon = Date.parse(day.from) + 12 * HOUR_MS;
    if (formatter(zone, { day: 'numeric' }).format(noon) !== '1') continue;
    const label = formatter(zone, { month: 'short' }).format(noon);
    const at = row === 0 ? column : column + 1;
    if (at < columns - 1) months.push({ column: at, label });
  }
  return { days: placed, columns, months };
}

/** Returns the position of the day that a key moves to; null for other keys. */
export function movedBy(key: string, index: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -WEEK,
    ArrowRight: WEEK,
    ArrowUp: -1,
    ArrowDown: 1,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, index + step));
}
