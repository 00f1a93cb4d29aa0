import { z } from 'zod';
import { AppError } from '../../../domain/error.ts';
import { tryParseJSON } from '../../try-parse-json.ts';

/** Maximum items of an envelope. */
const ITEMS_MAX = 1000;
const LINE_FEED = 0x0a;

const itemHeader = z.looseObject({
  type: z.string(),
  length: z.int().min(0).optional(),
});

export interface EnvelopeItem {
  readonly type: string;
  readonly payload: Buffer;
}

/**
 * Reads Sentry's envelope: a line of JSON headers, then for each item a line of JSON headers and its payload. Without a length, a
 * payload ends at the next line feed. Takes linear time, and copies nothing.
 */
export function readEnvelope(body: Uint8Array): readonly EnvelopeItem[] {
  const bytes = bufferOf(body);
  const header = tryParseJSON(bytes.toString('utf8', 0, lineEnd(bytes, 0)));
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    throw malformed('invalid envelope header');
  const items: EnvelopeItem[] = [];
  for (let start = lineEnd(bytes, 0) + 1; start < bytes.byteLength; ) {
    const headerEnd = lineEnd(bytes, start);
    // Empty lines may end an envelope.
    if (headerEnd === start) {
      start += 1;
      continue;
    }
    if (items.length >= ITEMS_MAX) throw malformed(`more than ${ITEMS_MAX} items`);
    const item = itemHeader.safeParse(tryParseJSON(bytes.toString('utf8', start, headerEnd)));
    if (!item.success) throw malformed('invalid item header');
    const { type, length } = item.data;
    const from = Math.min(headerEnd + 1, bytes.byteLength);
    const end = length === undefined ? lineEnd(bytes, from) : from + length;
    if (end > bytes.byteLength) throw malformed('unexpected end of file');
    if (end < bytes.byteLength && bytes[end] !== LINE_FEED)
      throw malformed('missing newline after header or payload');
    items.push({ type, payload: bytes.subarray(from, end) });
    start = end + 1;
  }
  return items;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(LINE_FEED, from);
  return end === -1 ? bytes.byteLength : end;
}

/** Views bytes as a buffer, without copying them. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function malformed(reason: string): AppError {
  return new AppError('bad_request', `invalid event envelope: ${reason}`);
}
