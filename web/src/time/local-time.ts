import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import { offsetOf } from './zone.ts';

/** Clocks change only at quarters of an hour, so results are cached for each quarter. */
const QUARTER = 15 * MINUTE_MS;
const CACHED_MAX = 20_000;
const cache = new Map<string, number>();

export function offsetMsAt(zone: string, at: number): number {
  const quarter = Math.floor(at / QUARTER);
  const key = `${zone}|${quarter}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  if (cache.size >= CACHED_MAX) cache.clear();
  const offset = readOffset(offsetOf(zone, quarter * QUARTER));
  cache.set(key, offset);
  return offset;
}

/** Returns the instant of a local time. The local time is encoded as if it were UTC. */
export function momentOf(local: number, zone: string): number {
  const guess = local - offsetMsAt(zone, local);
  return local - offsetMsAt(zone, guess);
}

/** Formats a time for an input of type `datetime-local`: `2026-11-21T17:30`, in the zone. */
export function writeLocalInput(at: number, zone: string): string {
  return new Date(at + offsetMsAt(zone, at)).toISOString().slice(0, 16);
}

export function readLocalInput(text: string, zone: string): number | null {
  const local = Date.parse(`${text}Z`);
  return Number.isFinite(local) ? momentOf(local, zone) : null;
}

/** Parses `+05:30`, or a historic offset with seconds. */
function readOffset(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(1).split(':').map(Number);
  const ms = hours * 60 * MINUTE_MS + minutes * MINUTE_MS + seconds * 1000;
  return text.startsWith('-') ? -ms : ms;
}
