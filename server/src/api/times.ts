import { DAY_MS } from '@overdue/domain/time-units.ts';

const DAYS_MAX = 10_000;
const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/** Date texts like `2026-11-21T`, keyed by days since the epoch. A long list spans few days. */
const dates = new Map<number, string>();

/** Formats times like `toISOString`, but faster. `toISOString` would take most of the time of a list of 10,000 monitors. */
export function writeTime(at: number): string {
  const day = Math.floor(at / DAY_MS);
  const ms = at - day * DAY_MS;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const fraction = String(ms % 1000).padStart(3, '0');
  return `${dateOf(day)}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}:${digits(seconds % 60)}.${fraction}Z`;
}

export function writeTimeOrNull(at: number | null): string | null {
  return at === null ? null : writeTime(at);
}

function dateOf(day: number): string {
  const cached = dates.get(day);
  if (cached !== undefined) return cached;
  if (dates.size >= DAYS_MAX) dates.clear();
  const text = new Date(day * DAY_MS).toISOString().replace(/T.*/, 'T');
  dates.set(day, text);
  return text;
}

function digits(value: number): string {
  return TWO_DIGITS[value] ?? '';
}
