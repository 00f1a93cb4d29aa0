import { DAY_MS } from './units.ts';
import { words } from './words.ts';
import { formatter } from './zone.ts';

/** Formats a time with as much of the date as needed: `02:00`, `Mon 23 Nov, 02:00`, `23 Nov 2025, 02:00`. */
export function writeTime(at: number, zone: string, now: number): string {
  return withDate(formatter(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at), {
    at,
    zone,
    now,
  });
}

/** Like {@link writeTime}, with seconds: `02:00:08`. */
export function writeTimeToSecond(at: number, zone: string, now: number): string {
  const time = formatter(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return withDate(time.format(at), { at, zone, now });
}

interface Written {
  readonly at: number;
  readonly zone: string;
  readonly now: number;
}

function withDate(time: string, { at, zone, now }: Written): string {
  if (dayOf(at, zone) === dayOf(now, zone)) return time;
  const isNear = Math.abs(at - now) < 300 * DAY_MS;
  const date = formatter(
    zone,
    isNear
      ? { weekday: 'short', day: 'numeric', month: 'short' }
      : { day: 'numeric', month: 'short', year: 'numeric' },
  ).format(at);
  return `${date.replace(',', '')}, ${time}`;
}

/** Formats a time on another clock. Includes the date only if it is another day in that zone. */
export function writeOnClock(
  at: number,
  { zone, own, write = writeTime }: { zone: string; own: string; write?: typeof writeTime },
): string {
  return write(at, zone, dayOf(at, zone) === dayOf(at, own) ? at : at - 2 * DAY_MS);
}

/** Names a day: `Today`, `Yesterday`, `Saturday 21 November`, `Saturday 22 November 2025`. */
export function writeDay(at: number, zone: string, now: number): string {
  const day = dayOf(at, zone);
  if (day === dayOf(now, zone)) return words.today;
  if (day === dayOf(now - DAY_MS, zone)) return words.yesterday;
  const year = formatter(zone, { year: 'numeric' });
  const isThisYear = year.format(at) === year.format(now);
  return formatter(zone, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
    .format(at)
    .replace(',', '');
}

/** Formats `Mon 23 Nov 2026, 02:00:00`. */
export function writeExactTime(at: number, zone: string): string {
  return formatter(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .replace(',', '');
}

/** Formats `2026-11-23 02:00:00.123 UTC`, as in logs. */
export function writeUTC(at: number): string {
  return words.utc(new Date(at).toISOString().replace('T', ' ').replace('Z', ''));
}

function dayOf(at: number, zone: string): string {
  return formatter(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}
