import { isAscii } from 'node:buffer';
import { AppError } from '../../../domain/error.ts';
import { tryParseJSON } from '../../request/try-parse-json.ts';
import { isJSONObject } from './sentry-json.ts';

/** Maximum items of an envelope. */
const ITEMS_MAX = 1000;

interface ItemHeader {
  readonly type: string;
  /** Bytes of the payload; null if the payload ends at the next line feed. */
  readonly length: number | null;
}

/**
 * Returns the payloads of a type in Sentry's envelope: a line of JSON headers, then for each item a line of JSON headers and its
 * payload. Takes linear time.
 */
export function readPayloads(body: Uint8Array, type: string): readonly string[] {
  // Decodes each byte to one character, because lengths in an envelope count bytes. Decoding a body in one call is faster than
  // decoding each line.
  const text = bufferOf(body).toString('latin1');
  const decode = isAscii(body) ? asIs : fromUTF8;
  const bodyEnd = text.length;
  const first = lineEnd(text, 0);
  if (!isJSONObject(tryParseJSON(decode(text.slice(0, first)))))
    throw malformedEnvelopeError('invalid envelope header');
  const payloads: string[] = [];
  let items = 0;
  for (let start = first + 1; start < bodyEnd; ) {
    const headerEnd = lineEnd(text, start);
    // Empty lines may end an envelope.
    if (headerEnd === start) {
      start += 1;
      continue;
    }
    items += 1;
    if (items > ITEMS_MAX) throw malformedEnvelopeError(`more than ${ITEMS_MAX} items`);
    const header = readHeader(decode(text.slice(start, headerEnd)));
    const from = Math.min(headerEnd + 1, bodyEnd);
    const end = header.length === null ? lineEnd(text, from) : from + header.length;
    if (end > bodyEnd) throw malformedEnvelopeError('unexpected end of file');
    if (end < bodyEnd && text[end] !== '\n')
      throw malformedEnvelopeError('missing newline after header or payload');
    if (header.type === type) payloads.push(decode(text.slice(from, end)));
    start = end + 1;
  }
  return payloads;
}

function readHeader(text: string): ItemHeader {
  const header = tryParseJSON(text);
  if (!isJSONObject(header)) throw malformedEnvelopeError('invalid item header');
  const { type, length = null } = header;
  const isLength = length === null ? !('length' in header) : typeof length === 'number' && isCount(length);
  if (typeof type !== 'string' || !isLength) throw malformedEnvelopeError('invalid item header');
  return { type, length: typeof length === 'number' ? length : null };
}

function isCount(length: number): boolean {
  return Number.isSafeInteger(length) && length >= 0;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function asIs(text: string): string {
  return text;
}

function fromUTF8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

/** Views bytes as a buffer, without copying them. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function malformedEnvelopeError(reason: string): AppError {
  return new AppError('bad_request', `invalid event envelope: ${reason}`);
}
