import { DURATION_SECONDS_MAX, toMs } from '../duration.ts';

const DURATION_LENGTH_MAX = 64;
const RID = /^[\x21-\x7e]{1,128}$/;
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

export const PING_TYPES = ['ping', 'start', 'fail', 'end', 'log'] as const;
/** Types of pings. A `log` is recorded but changes no state. */
export type PingType = (typeof PING_TYPES)[number];

export const EVENT_TYPES = [...PING_TYPES, 'ignored'] as const;
/** Type of a recorded ping. `ignored`: the monitor's filter decided that the ping doesn't count. */
export type EventType = (typeof EVENT_TYPES)[number];

export const PING_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'EMAIL'] as const;
/** HTTP method of a ping, or `EMAIL`. */
export type PingMethod = (typeof PING_METHODS)[number];

export interface PingParameters {
  readonly rid: string | null;
  readonly durationMs: number | null;
  readonly warnings: readonly string[];
}

export const RID_RULE = 'it must be 1 to 128 visible ASCII characters';
export const DURATION_RULE = `it must be a number of seconds from 0 to ${DURATION_SECONDS_MAX}`;

/** Returns a run's ID as sent, or null if it is invalid. */
export function parseRid(text: string): string | null {
  return RID.test(text) ? text : null;
}

/** Parses a duration; null if the text isn't a number, or is out of range. */
export function parseDuration(text: string, unit: 'seconds' | 'milliseconds' = 'seconds'): number | null {
  const isNumber = text.length <= DURATION_LENGTH_MAX && DECIMAL.test(text);
  const number = isNumber ? Number(text) : Number.NaN;
  const seconds = unit === 'seconds' ? number : number / 1000;
  return seconds >= 0 && seconds <= DURATION_SECONDS_MAX ? toMs(seconds) : null;
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
/** At least 6 characters: the length of Cronitor's generated monitor keys. */
const PING_ID = /^[A-Za-z0-9_-]{6,64}$/;

const UNGUESSABLE_LENGTH_MIN = 16;

const MASK = '{pingID}';
/** Length of new ping IDs. 22 base62 characters have 130 bits, enough for a credential. */
export const PING_ID_LENGTH = 22;
/** Source of a regular expression that matches new ping IDs. Other expressions include this source. */
export const NEW_PING_ID = `[0-9A-Za-z]{${PING_ID_LENGTH}}`;

/** Matches ping IDs after `/ping/`, and IDs in Overdue's format. They may be credentials of other monitors. */
const OTHER_IDS = new RegExp(
  String.raw`(?<=\/ping\/)[\w-]{8,}|(?<=^|\/)(?:${NEW_PING_ID}|[0-9a-f]{32})(?=$|\/)`,
  'gi',
);

/** Masks the request's ping ID, and all texts that look like other ping IDs, in a text from that request. */
export function maskPingIDs(text: string, calledID: string): string {
  const digits = UUID.test(calledID) ? [...calledID].join('-?') : RegExp.escape(calledID);
  return text.replace(new RegExp(digits, 'gi'), MASK).replace(OTHER_IDS, MASK);
}

/** Normalizes a ping ID for comparison; null if invalid. UUIDs match in any case, with or without dashes. */
export function normalizePingID(pingID: string): string | null {
  if (!PING_ID.test(pingID)) return null;
  return UUID.test(pingID) ? pingID.replaceAll('-', '').toLowerCase() : pingID;
}

/** Whether a program could find the ping ID by trying. 16 characters have at least 64 bits if they are random. */
export function isGuessablePingID(normalizedPingID: string): boolean {
  return normalizedPingID.length < UNGUESSABLE_LENGTH_MIN;
}

/** Returns the normalized ping ID of a monitor, which is the column `normalized_ping_id` of the database. */
export function normalizedPingIDOf(pingID: string): string {
  return normalizePingID(pingID) ?? pingID;
}
