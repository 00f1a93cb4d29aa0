import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@overdue/domain/time-units.ts';
import { words } from './words.ts';

const { units } = words;
const STEPS = [
  [DAY_MS, units.day, HOUR_MS, units.hour],
  [HOUR_MS, units.hour, MINUTE_MS, units.minute],
  [MINUTE_MS, units.minute, SECOND_MS, units.second],
] as const;

/** Formats a duration with at most two units, rounded down: `2 h 14 min`. */
export function formatMs(ms: number): string {
  const whole = Math.max(0, ms);
  for (const [large, largeUnit, small, smallUnit] of STEPS) {
    if (whole < large) continue;
    const rest = Math.floor((whole % large) / small);
    const first = `${Math.floor(whole / large)} ${largeUnit}`;
    return rest === 0 ? first : `${first} ${rest} ${smallUnit}`;
  }
  return `${Math.floor(whole / SECOND_MS)} ${units.second}`;
}

/** Formats a duration in its largest unit, for narrow places: `2 h`. */
export function formatMsShort(ms: number): string {
  return formatMs(ms).split(' ').slice(0, 2).join(' ');
}

/** Formats a run's duration in seconds: `850 ms`, `12.3 s`, `3 min 5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ${units.millisecond}`;
  if (seconds < 60)
    return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} ${units.second}`;
  return formatMs(Math.round(seconds) * SECOND_MS);
}
