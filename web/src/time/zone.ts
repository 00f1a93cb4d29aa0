import { readPreferences } from '../preferences/preferences.ts';

/** Returns the zone that the user chose, or the system's zone. */
export function ownZone(): string {
  return readPreferences().zone ?? systemZone(Date.now());
}

/** How long the system's zone is cached. Determining it takes half as long as drawing a row. */
const CACHE_MS = 10_000;
let cached = { zone: '', until: 0 };

function systemZone(now: number): string {
  if (now >= cached.until || now < cached.until - CACHE_MS)
    cached = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, until: now + CACHE_MS };
  return cached.zone;
}

/** Whether two zones show different local times at an instant. */
export function zonesDiffer(zone: string, other: string, at: number): boolean {
  return offsetOf(zone, at) !== offsetOf(other, at);
}

export function offsetOf(zone: string, at: number): string {
  const part = formatter(zone, { timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  const offset = part?.value.replace('GMT', '') ?? '';
  return offset === '' ? '+00:00' : offset;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter, because creating a formatter is slow. */
export function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone}|${JSON.stringify(options)}`;
  const formatter = formatters.get(key);
  if (formatter !== undefined) return formatter;
  const created = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  formatters.set(key, created);
  return created;
}
