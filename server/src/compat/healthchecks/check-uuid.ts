import { hash } from 'node:crypto';
import { type Random, READABLE } from '../../platform/runtime/random.ts';

/** Kind of resource, encoded in a derived UUID so that a channel's UUID is never mistaken for a check's. */
type Kind = 'check' | 'channel';

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const SHORT_ID = new RegExp(`^[${READABLE}]{10}$`);
/** UUID of version 8 derived from the 50 bits of a short ID and the kind. The trailing zeros rule out random UUIDs. */
const DERIVED =
  /^(?<first>[0-9a-f]{8})-(?<second>[0-9a-f]{4})-8(?<last>[0-3])(?<kind>[0-9a-f]{2})-8000-0{12}$/;
const KIND_DIGITS: Readonly<Record<Kind, string>> = { check: '0c', channel: 'c4' };

/**
 * Returns the UUID of a monitor. If the ping ID is a UUID, as in checks that were imported or created by this API, returns the
 * ping ID. For other monitors, derives a UUID from the short ID. A derived UUID identifies the check in this API, but does not
 * work in ping URLs.
 */
export function checkUUID({
  pingID,
  shortID,
}: {
  readonly pingID: string;
  readonly shortID: string;
}): string {
  return UUID.test(pingID)
    ? formatUUID(pingID.replaceAll('-', '').toLowerCase())
    : deriveUUID('check', shortID);
}

/** Derives the UUID of a channel from its short ID. */
export function channelUUID(shortID: string): string {
  return deriveUUID('channel', shortID);
}

/** Returns the short ID in a channel's UUID; null if the text is not a channel's UUID. */
export function channelShortID(uuid: string): string | null {
  return shortIDOf('channel', uuid);
}

/** Returns the short ID in a check's derived UUID; null for other UUIDs, which may be ping IDs. */
export function checkShortID(uuid: string): string | null {
  return shortIDOf('check', uuid);
}

/** Returns a check's `unique_key`, which reveals neither the UUID nor the ping URL. */
export function uniqueKey(uuid: string): string {
  return hash('sha1', uuid.replaceAll('-', '').slice(0, 16), 'hex');
}

function deriveUUID(kind: Kind, shortID: string): string {
  if (!SHORT_ID.test(shortID)) throw new Error(`${shortID} isn't a short ID.`);
  let number = 0n;
  for (const character of shortID) number = number * 32n + BigInt(READABLE.indexOf(character));
  const digits = (number >> 2n).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-8${number & 3n}${KIND_DIGITS[kind]}-8000-000000000000`;
}

function shortIDOf(kind: Kind, uuid: string): string | null {
  const groups = DERIVED.exec(uuid.toLowerCase())?.groups;
  if (groups === undefined || groups.kind !== KIND_DIGITS[kind]) return null;
  let number = (BigInt(`0x${groups.first}${groups.second}`) << 2n) | BigInt(groups.last ?? '0');
  let text = '';
  while (text.length < 10) {
    text = `${READABLE[Number(number % 32n)]}${text}`;
    number /= 32n;
  }
  return text;
}

function formatUUID(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns a random UUID of version 4, which is the ping ID of a new check. */
export function newUUID({ bytes }: Pick<Random, 'bytes'>): string {
  const digits = Buffer.from(bytes(16)).toString('hex');
  const variant = '89ab'[Number.parseInt(digits.charAt(16), 16) % 4];
  return formatUUID(`${digits.slice(0, 12)}4${digits.slice(13, 16)}${variant}${digits.slice(17)}`);
}
