import { words } from './words.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { units } = words;
const STEPS = [
  [DAY, units.day, HOUR, units.hour],
  [HOUR, units.hour, MINUTE, units.minute],
  [MINUTE, units.minute, SECOND, units.second],
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
  return `${Math.floor(whole / SECOND)} ${units.second}`;
}

/** Formats a duration with its largest unit, for narrow places: `2 h`. */
export function formatMsShort(ms: number): string {
  return formatMs(ms).split(' ').slice(0, 2).join(' ');
}

/** Formats a run's duration in seconds: `850 ms`, `12.3 s`, `3 min 5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ${units.millisecond}`;
  if (seconds < 60)
    return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} ${units.second}`;
  return formatMs(Math.round(seconds) * SECOND);
}
