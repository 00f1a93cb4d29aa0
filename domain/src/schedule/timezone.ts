import { dateWords } from '../format-text.ts';
export const UNKNOWN_TIMEZONE = 'Unknown time zone. Use an IANA name, like Europe/Riga or UTC.';

const NAME = /^[a-z][a-z0-9_+-]*(?:\/[a-z0-9_+-]+)*$/i;
const NAME_LENGTH_MAX = 64;
/** Maximum cached names. Exceeds the number of time zones, so that only invalid names can fill the cache. */
const NAMES_MAX = 2000;
const SPANS_PER_ZONE_MAX = 256;

const canonicalNames = new Map<string, string | null>();
const spansByZone = new Map<string, ZoneSpan[]>();

/**
 * Returns a time zone's name as the tz database spells it; null for unknown names, and for offsets such as `+02:00`, because an
 * offset has no daylight saving time.
 */
export function parseTimezone(name: string): string | null {
  if (name.length > NAME_LENGTH_MAX) return null;
  const cached = canonicalNames.get(name);
  if (cached !== undefined) return cached;
  if (canonicalNames.size >= NAMES_MAX) canonicalNames.clear();
  const canonical = NAME.test(name) ? lookUp(name) : null;
  canonicalNames.set(name, canonical);
  return canonical;
}

function lookUp(name: string): string | null {
  try {
    return zonedTime(name, 0).timeZoneId;
  } catch {
    return null;
  }
}

export interface ZoneSpan {
  /** Time of the change to this offset, in epoch milliseconds; -Infinity if there was none. */
  readonly fromMs: number;
  /** Time of the next change, exclusive; Infinity if none is known. */
  readonly untilMs: number;
  readonly offsetMs: number;
  /** The offset before the change; equal to `offsetMs` if there was none. */
  readonly previousOffsetMs: number;
}

/** Returns the span that contains a time (epoch milliseconds) in a zone that {@link parseTimezone} returned. */
export function zoneSpanAt(timezone: string, atMs: number): ZoneSpan {
  const spans = spansByZone.get(timezone) ?? [];
  for (const span of spans) if (span.fromMs <= atMs && atMs < span.untilMs) return span;
  if (spans.length >= SPANS_PER_ZONE_MAX) spans.length = 0;
  const span = findSpan(timezone, atMs);
  spans.push(span);
  spansByZone.set(timezone, spans);
  return span;
}

function findSpan(timezone: string, atMs: number): ZoneSpan {
  const at = zonedTime(timezone, atMs);
  // Adds a nanosecond, because `previous` excludes a transition at `atMs` itself, which starts this span.
  const from = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const until = at.getTimeZoneTransition('next');
  const offsetMs = offset(at);
  return {
    fromMs: from === null ? Number.NEGATIVE_INFINITY : from.epochMilliseconds,
    untilMs: until === null ? Number.POSITIVE_INFINITY : until.epochMilliseconds,
    offsetMs,
    previousOffsetMs: from === null ? offsetMs : offset(from.subtract({ nanoseconds: 1 })),
  };
}

function zonedTime(timezone: string, atMs: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone);
}

function offset(at: Temporal.ZonedDateTime): number {
  return at.offsetNanoseconds / 1e6;
}

/** Formats a time in a time zone, such as `21 Nov 02:00 UTC`. */
export function timeWords(at: number, timezone = 'UTC'): string {
  const { offsetMs } = zoneSpanAt(timezone, at);
  const zone = timezone === 'UTC' ? timezone : `(${timezone})`;
  return `${dateWords(at + offsetMs)} ${new Date(at + offsetMs).toISOString().slice(11, 16)} ${zone}`;
}
