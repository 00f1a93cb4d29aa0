import { AppError } from '@overdue/domain/error.ts';
import { tryParseJSON } from '../../platform/http/try-parse-json.ts';
import { isJSONObject, type JSONObject } from './sentry-json.ts';

const LINE_FEED = 0x0a;
/** Maximum items of an envelope. */
const ITEMS_MAX = 1000;
/** Maximum bytes of the header of an envelope or an item. Sentry's Relay accepts at most 8 kB. */
const HEADER_BYTES_MAX = 16 * 1024;
/** Maximum bytes of an envelope that are read as JSON: all headers, and all payloads of the wanted type. */
const JSON_BYTES_MAX = 512 * 1024;

interface ItemHeader {
  readonly type: string;
  /** Bytes of the payload; null if the payload ends at the next line feed. */
  readonly length: number | null;
}

/** Reads the header of an envelope. Returns null if the header is too long, or isn't a JSON object. */
export function readEnvelopeHeader(body: Uint8Array): JSONObject | null {
  const bytes = bufferOf(body);
  const header = parseHeader(bytes.subarray(0, lineEnd(bytes, 0)));
  return isJSONObject(header) ? header : null;
}

/**
 * Returns the payloads of a type in Sentry's envelope: a line of JSON headers, then for each item a line of JSON headers and its
 * payload. Takes linear time, and reads other payloads only to find their end.
 */
export function readPayloads(body: Uint8Array, type: string): readonly Buffer[] {
  const bytes = bufferOf(body);
  const bodyEnd = bytes.byteLength;
  const first = lineEnd(bytes, 0);
  if (readEnvelopeHeader(bytes) === null) throw malformedEnvelopeError('invalid envelope header');
  const payloads: Buffer[] = [];
  let items = 0;
  let jsonBytes = first;
  for (let start = first + 1; start < bodyEnd; ) {
    // Empty lines may end an envelope.
    if (bytes[start] === LINE_FEED) {
      start += 1;
      continue;
    }
    const headerEnd = lineEnd(bytes, start);
    items += 1;
    if (items > ITEMS_MAX) throw malformedEnvelopeError(`more than ${ITEMS_MAX} items`);
    const header = readItemHeader(bytes.subarray(start, headerEnd));
    const from = Math.min(headerEnd + 1, bodyEnd);
    const end = header.length === null ? lineEnd(bytes, from) : from + header.length;
    if (end > bodyEnd) throw malformedEnvelopeError('unexpected end of file');
    if (end < bodyEnd && bytes[end] !== LINE_FEED)
      throw malformedEnvelopeError('missing newline after header or payload');
    const isWanted = header.type === type;
    jsonBytes += headerEnd - start + (isWanted ? end - from : 0);
    if (jsonBytes > JSON_BYTES_MAX)
      throw new AppError(
        'too_large',
        `The headers and check-ins of an envelope have more than ${JSON_BYTES_MAX} bytes.`,
      );
    if (isWanted) payloads.push(bytes.subarray(from, end));
    start = end + 1;
  }
  return payloads;
}

function readItemHeader(bytes: Buffer): ItemHeader {
  const header = parseHeader(bytes);
  if (!isJSONObject(header)) throw malformedEnvelopeError('invalid item header');
  const { type, length = null } = header;
  const isLength = length === null ? !('length' in header) : typeof length === 'number' && isCount(length);
  if (typeof type !== 'string' || !isLength) throw malformedEnvelopeError('invalid item header');
  return { type, length: typeof length === 'number' ? length : null };
}

/** Returns undefined if the header is too long, or isn't JSON. */
function parseHeader(bytes: Buffer): unknown {
  return bytes.byteLength > HEADER_BYTES_MAX ? undefined : tryParseJSON(bytes.toString());
}

function isCount(length: number): boolean {
  return Number.isSafeInteger(length) && length >= 0;
}

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(LINE_FEED, from);
  return end === -1 ? bytes.byteLength : end;
}

/** Views bytes as a buffer, without copying them. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function malformedEnvelopeError(reason: string): AppError {
  return new AppError('bad_request', `invalid event envelope: ${reason}`);
}
