import ipaddr from 'ipaddr.js';

/**
 * Messages of DNS (RFC 1035), as far as a check needs them: one question, and the answer section. Reading takes time linear in the size
 * of the message, because a name has at most 255 bytes and 127 pointers.
 */

/** Types of records that a check can ask for, with their numbers. */
export const RECORD_TYPES = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  CAA: 257,
} as const;
export type RecordType = keyof typeof RECORD_TYPES;

/** Response codes by number. */
export const RCODES = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'] as const;

export interface DNSQuestion {
  /** In lower case, without the dot at the end. */
  readonly name: string;
  readonly type: RecordType;
}

export interface DNSRecord extends DNSQuestion {
  /** The value as `dig` shows it, without the dot at the end of names. Text is not quoted. */
  readonly value: string;
  /** The name to which a record with numbers refers; null for other records. */
  readonly target: string | null;
}

export interface DNSAnswer {
  readonly id: number;
  readonly isTruncated: boolean;
  /** Name of the response code, or `RCODE` and its number. */
  readonly rcode: string;
  /** Null if the answer repeats no question, which servers do with some errors. */
  readonly question: { readonly name: string; readonly type: number } | null;
  /** Records of the known types, in the order of the answer. */
  readonly records: readonly DNSRecord[];
}

const HEADER_BYTES = 12;
const NAME_BYTES_MAX = 255;
const LABEL_BYTES_MAX = 63;
/** Maximum pointers in one name. A name has at most 127 labels. */
const POINTERS_MAX = 127;
const CLASS_IN = 1;
const TYPE_OPT = 41;
/** Size of an answer that passes every network in one piece, as DNS Flag Day 2020 recommends. */
const UDP_BYTES = 1232;
const FLAG_RESPONSE = 0x8000;
const FLAG_TRUNCATED = 0x0200;
const FLAG_RECURSION_DESIRED = 0x0100;
const RCODE_MASK = 0x000f;
const POINTER = 0xc0;

const TYPE_NAMES: ReadonlyMap<number, RecordType> = new Map(
  (Object.keys(RECORD_TYPES) as RecordType[]).map((type) => [RECORD_TYPES[type], type]),
);

/** @param isExtended whether the query offers room for larger answers (EDNS, RFC 6891). Some old servers refuse such queries. */
export function encodeQuery(
  id: number,
  { name, type }: DNSQuestion,
  { isExtended }: { readonly isExtended: boolean },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(FLAG_RECURSION_DESIRED, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isExtended ? 1 : 0, 10);
  const labels = name.split('.').map((label) => Buffer.from(`\0${label}`, 'latin1'));
  for (const label of labels) label[0] = label.length - 1;
  const parts = [header, ...labels, Buffer.from([0]), uint16s(RECORD_TYPES[type], CLASS_IN)];
  if (isExtended) parts.push(Buffer.from([0]), uint16s(TYPE_OPT, UDP_BYTES, 0, 0, 0));
  return Buffer.concat(parts);
}

function uint16s(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index);
  return bytes;
}

/** Returns null for bytes that are no answer. */
export function decodeAnswer(bytes: Buffer): DNSAnswer | null {
  try {
    return readAnswer(bytes);
  } catch (error) {
    if (error instanceof Malformed || error instanceof RangeError) return null;
    throw error;
  }
}

class Malformed extends Error {}

function readAnswer(bytes: Buffer): DNSAnswer {
  const flags = bytes.readUInt16BE(2);
  const questions = bytes.readUInt16BE(4);
  if ((flags & FLAG_RESPONSE) === 0 || questions > 1) throw new Malformed();
  let position = HEADER_BYTES;
  let question: DNSAnswer['question'] = null;
  if (questions === 1) {
    const { name, end } = readName(bytes, position);
    question = { name, type: bytes.readUInt16BE(end) };
    position = end + 4;
  }
  const isTruncated = (flags & FLAG_TRUNCATED) !== 0;
  const code = flags & RCODE_MASK;
  const answer = { id: bytes.readUInt16BE(0), isTruncated, rcode: RCODES[code] ?? `RCODE${code}`, question };
  // The records of a truncated answer may be cut anywhere.
  return { ...answer, records: isTruncated ? [] : readRecords(bytes, position) };
}

function readRecords(bytes: Buffer, start: number): readonly DNSRecord[] {
  const records: DNSRecord[] = [];
  let position = start;
  for (let left = bytes.readUInt16BE(6); left > 0; left -= 1) {
    const { name, end } = readName(bytes, position);
    const type = TYPE_NAMES.get(bytes.readUInt16BE(end));
    const isInternet = bytes.readUInt16BE(end + 2) === CLASS_IN;
    const data = end + 10;
    position = data + bytes.readUInt16BE(end + 8);
    if (position > bytes.length) throw new Malformed();
    if (type !== undefined && isInternet)
      records.push({ name, type, ...readData(type, bytes.subarray(0, position), data) });
  }
  return records;
}

/** @param bytes the message up to the end of the data */
function readData(type: RecordType, bytes: Buffer, start: number): Pick<DNSRecord, 'value' | 'target'> {
  const plain = (value: string) => ({ value, target: null });
  switch (type) {
    case 'A':
    case 'AAAA':
      if (bytes.length - start !== (type === 'A' ? 4 : 16)) throw new Malformed();
      return plain(ipaddr.fromByteArray([...bytes.subarray(start)]).toString());
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return plain(readLastName(bytes, start));
    case 'MX': {
      const target = readLastName(bytes, start + 2);
      return { value: `${bytes.readUInt16BE(start)} ${target}`, target };
    }
    case 'SRV': {
      const numbers = [0, 2, 4].map((offset) => bytes.readUInt16BE(start + offset));
      const target = readLastName(bytes, start + 6);
      return { value: `${numbers.join(' ')} ${target}`, target };
    }
    case 'SOA': {
      const primary = readName(bytes, start);
      const mailbox = readName(bytes, primary.end);
      if (mailbox.end + 20 !== bytes.length) throw new Malformed();
      const numbers = [0, 4, 8, 12, 16].map((offset) => bytes.readUInt32BE(mailbox.end + offset));
      return { value: `${primary.name} ${mailbox.name} ${numbers.join(' ')}`, target: primary.name };
    }
    case 'TXT':
      return plain(readTexts(bytes, start));
    case 'CAA': {
      const tagEnd = start + 2 + bytes.readUInt8(start + 1);
      if (tagEnd > bytes.length) throw new Malformed();
      const tag = bytes.toString('latin1', start + 2, tagEnd).toLowerCase();
      const value = bytes.toString('utf8', tagEnd);
      return { value: `${bytes.readUInt8(start)} ${tag} ${value}`, target: value };
    }
  }
}

/** The parts of a text belong together: one part has at most 255 bytes. */
function readTexts(bytes: Buffer, start: number): string {
  const parts: Buffer[] = [];
  for (let position = start; position < bytes.length; ) {
    const end = position + 1 + bytes.readUInt8(position);
    if (end > bytes.length) throw new Malformed();
    parts.push(bytes.subarray(position + 1, end));
    position = end;
  }
  return Buffer.concat(parts).toString('utf8');
}

function readLastName(bytes: Buffer, start: number): string {
  const { name, end } = readName(bytes, start);
  if (end !== bytes.length) throw new Malformed();
  return name;
}

/** `end`: where the message continues after the name. */
function readName(bytes: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let size = 1;
  let position = start;
  let pointers = 0;
  let end: number | null = null;
  for (;;) {
    const length = bytes.readUInt8(position);
    if (length >= POINTER) {
      end ??= position + 2;
      position = bytes.readUInt16BE(position) & ~(POINTER << 8);
      pointers += 1;
      if (pointers > POINTERS_MAX) throw new Malformed();
      continue;
    }
    if (length === 0) return { name: labels.join('.').toLowerCase() || '.', end: end ?? position + 1 };
    const labelEnd = position + 1 + length;
    size += length + 1;
    if (length > LABEL_BYTES_MAX || size > NAME_BYTES_MAX || labelEnd > bytes.length) throw new Malformed();
    labels.push(printedLabel(bytes.toString('latin1', position + 1, labelEnd)));
    position = labelEnd;
  }
}

/** Escapes a label as zone files do, so that different names never look the same. */
function printedLabel(label: string): string {
  return label
    .replace(/[.\\]/g, '\\$&')
    .replace(/[^!-~]/g, (byte) => `\\${`${byte.charCodeAt(0)}`.padStart(3, '0')}`);
}
