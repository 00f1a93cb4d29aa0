import { hash } from 'node:crypto';
import { type Random, READABLE } from '../../runtime/random.ts';

/** Resource that a made UUID stands for. The UUID contains the kind, so that a channel's UUID is never taken for a check's. */
type Kind = 'check' | 'channel';

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const SHORT_ID = new RegExp(`^[${READABLE}]{10}$`);
/** 50 bits of a short ID in a UUID of version 8, with the kind, and zeros that no random UUID has. */
const MADE = /^(?<first>[0-9a-f]{8})-(?<second>[0-9a-f]{4})-8(?<last>[0-3])(?<kind>[0-9a-f]{2})-8000-0{12}$/;
const KIND_DIGITS: Readonly<Record<Kind, string>> = { check: '0c', channel: 'c4' };

/**
 * Returns the UUID of a monitor: its ping ID if that is a UUID, as with checks that this API creates or an import brings. Other
 * monitors have a UUID made of the short ID, which names the check in this API and is no ping URL.
 */
export function checkUUID({
  pingID,
  shortID,
}: {
  readonly pingID: string;
  readonly shortID: string;
}): string {
  return UUID.test(pingID) ? dashed(pingID.replaceAll('-', '').toLowerCase()) : madeUUID('check', shortID);
}

/** Returns the UUID that stands for a channel. */
export function channelUUID(shortID: string): string {
  return madeUUID('channel', shortID);
}

/** Returns the short ID of a channel's UUID; null if the text is none. */
export function channelShortID(uuid: string): string | null {
  return shortIDOf('channel', uuid);
}

/** Returns the short ID of a check's UUID; null if the UUID is a ping ID. */
export function checkShortID(uuid: string): string | null {
  return shortIDOf('check', uuid);
}

/** Returns Healthchecks' second ID of a check, which reveals neither its UUID nor its ping URL. */
export function uniqueKey(uuid: string): string {
  return hash('sha1', uuid.replaceAll('-', '').slice(0, 16), 'hex');
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
