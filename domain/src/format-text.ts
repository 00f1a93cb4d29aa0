import { MONTH_NAMES } from './month-names.ts';
import { MINUTE_MS } from './time-units.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
  ['second', 1000],
] as const;

/** Formats a duration in its two largest units: `1 day 2 hours`, `30 minutes`, `less than a second`. */
export function durationWords(ms: number): string {
  const parts: string[] = [];
  let rest = Math.max(0, ms);
  for (const [name, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(pluralize(count, name));
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? 'less than a second' : parts.join(' ');
}

/** Formats a count with its noun: `1 monitor`, `14 monitors`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `21 Nov` */
export function dateWords(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTH_NAMES[date.getUTCMonth()]}`;
}

/** Truncates a text at a whole character and adds an ellipsis. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
