import { DAY_MS } from '@overdue/domain/time-units.ts';
import { words } from './words.ts';
import { formatter } from './zone.ts';

/** Formats a time with as much of the date as needed: `02:00`, `Mon 23 Nov, 02:00`, `23 Nov 2025, 02:00`. */
export function formatTime(at: number, zone: string, now: number): string {
  return withDate(formatter(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at), {
    at,
    zone,
    now,
  });
}

/** Like {@link formatTime}, with seconds: `02:00:08`. */
export function formatTimeToSecond(at: number, zone: string, now: number): string {
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

/** Formats a time in the other zone. Includes the date only if it differs from the date in the user's own zone. */
export function formatOnClock(
  at: number,
  { zone, own, write = formatTime }: { zone: string; own: string; write?: typeof formatTime },
): string {
  return write(at, zone, dayOf(at, zone) === dayOf(at, own) ? at : at - 2 * DAY_MS);
}

/** Names a day: `Today`, `Yesterday`, `Saturday 21 November`, `Saturday 22 November 2025`. */
export function formatDay(at: number, zone: string, now: number): string {
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

/** Formats a time as `Mon 23 Nov 2026, 02:00:00`. */
export function formatExactTime(at: number, zone: string): string {
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

/** Formats a time as `2026-11-23 02:00:00.123 UTC`, as in logs. */
export function formatUTC(at: number): string {
  return words.utc(new Date(at).toISOString().replace('T', ' ').replace('Z', ''));
}

function dayOf(at: number, zone: string): string {
  return formatter(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}
