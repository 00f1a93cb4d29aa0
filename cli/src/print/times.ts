const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** Returns a duration in its two largest units, such as "3 h 20 min". */
export function durationText(seconds: number): string {
  if (seconds < 10 && !Number.isInteger(seconds)) return `${Math.round(seconds * 10) / 10} s`;
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
  }
  return parts.length === 0 ? '0 s' : parts.slice(0, 2).join(' ');
}

/**
 * Returns an exact duration in hours, minutes or seconds, whichever is the largest unit without a remainder, such as "90 min".
 */
export function exactDurationText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** Returns how far away a time is, such as "5 min ago" or "in 2 h". */
export function distanceText(time: string | null, now: number): string {
  if (time === null) return '';
  const seconds = (Date.parse(time) - now) / 1000;
  const [largest = ''] = durationText(Math.abs(Math.round(seconds))).match(/^\d+ \w+/) ?? [];
  return seconds > 0 ? `in ${largest}` : `${largest} ago`;
}

/** Returns a time in the time zone of the host, such as "2026-11-23 09:15:02". */
export function timeText(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
