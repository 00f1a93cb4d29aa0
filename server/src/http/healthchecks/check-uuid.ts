import { hash } from 'node:crypto';
import { BASE62, type Random, READABLE } from '../../runtime/random.ts';

/** A check's UUID leads to its monitor by one of these. */
export type CheckTarget =
  | { readonly by: 'pingID'; readonly pingIDs: readonly string[] }
  | { readonly by: 'shortID'; readonly shortID: string };

/** Resource of a UUID that is made of a short ID. Keeps a channel's UUID from being taken for a check's. */
type Kind = 'check' | 'channel';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const OWN_PING_ID = /^[0-9A-Za-z]{22}$/;
const SHORT_ID = new RegExp(`^[${READABLE}]{10}$`);
/** 50 bits of a short ID in a UUID of version 8, with the kind, and zeros that no random UUID has. */
const MADE = /^(?<first>[0-9a-f]{8})-(?<second>[0-9a-f]{4})-8(?<last>[0-3])(?<kind>[0-9a-f]{2})-8000-0{12}$/;
const KIND_DIGITS: Readonly<Record<Kind, string>> = { check: '0c', channel: 'c4' };
const BITS = 128n;
const BASE = BigInt(BASE62.length);

/**
 * Returns the UUID of a monitor: its ping ID if that is a UUID, else the 128-bit number that its 22 characters write, else one
 * made of the short ID, because older ping IDs have up to 131 bits. Only the last one is no ping URL.
 */
export function checkUUID({
  pingID,
  shortID,
}: {
  readonly pingID: string;
  readonly shortID: string;
}): string {
  if (UUID.test(pingID)) return pingID.toLowerCase();
  if (/^[0-9a-f]{32}$/i.test(pingID)) return dashed(pingID.toLowerCase());
  const number = OWN_PING_ID.test(pingID) ? numberOf(pingID) : null;
  return number === null || number >> BITS > 0n
    ? madeUUID('check', shortID)
    : dashed(number.toString(16).padStart(32, '0'));
}

/** Returns the UUID that stands for a channel. */
export function channelUUID(shortID: string): string {
  return madeUUID('channel', shortID);
}

/** Returns the short ID of a channel's UUID; null if the text is none. */
export function channelShortID(uuid: string): string | null {
  return shortIDOf('channel', uuid);
}

/** Reads what a client names as the ID of a check: a UUID, or the ping ID, which some clients take from `ping_url`. */
export function readCheckID(text: string): CheckTarget {
  const shortID = shortIDOf('check', text);
  if (shortID !== null) return { by: 'shortID', shortID };
  return { by: 'pingID', pingIDs: UUID.test(text) ? [text, ownPingID(text)] : [text] };
}

/** Returns Healthchecks' second ID of a check, which reveals neither its UUID nor its ping URL. */
export function uniqueKey(uuid: string): string {
  return hash('sha1', uuid.replaceAll('-', '').slice(0, 16), 'hex');
}

/** Returns the ping ID in our own form that writes the same number as a UUID. */
export function ownPingID(uuid: string): string {
  let number = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  while (text.length < 22) {
    text = `${BASE62[Number(number % BASE)]}${text}`;
    number /= BASE;
  }
  return text;
}

function numberOf(pingID: string): bigint {
  let number = 0n;
  for (const character of pingID) number = number * BASE + BigInt(BASE62.indexOf(character));
  return number;
}

function madeUUID(kind: Kind, shortID: string): string {
  if (!SHORT_ID.test(shortID)) throw new Error(`${shortID} is no short ID.`);
  let number = 0n;
  for (const character of shortID) number = number * 32n + BigInt(READABLE.indexOf(character));
  const digits = (number >> 2n).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-8${number & 3n}${KIND_DIGITS[kind]}-8000-000000000000`;
}

function shortIDOf(kind: Kind, uuid: string): string | null {
  const found = MADE.exec(uuid.toLowerCase())?.groups;
  if (found === undefined || found.kind !== KIND_DIGITS[kind]) return null;
  let number = (BigInt(`0x${found.first}${found.second}`) << 2n) | BigInt(found.last ?? '0');
  let text = '';
  while (text.length < 10) {
    text = `${READABLE[Number(number % 32n)]}${text}`;
    number /= 32n;
  }
  return text;
}

function dashed(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns a random UUID of version 4, which is the ping ID of a new check. */
export function newUUID({ bytes }: Pick<Random, 'bytes'>): string {
  const digits = Buffer.from(bytes(16)).toString('hex');
  const variant = '89ab'[Number.parseInt(digits.charAt(16), 16) % 4];
  return dashed(`${digits.slice(0, 12)}4${digits.slice(13, 16)}${variant}${digits.slice(17)}`);
}
