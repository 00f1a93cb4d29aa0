import { AppError } from '@overdue/domain/error.ts';
import { parseJSON } from '@overdue/domain/json.ts';
import type { Context } from 'hono';

const BODY_BYTES_MAX = 1_000_000;
/** Maximum marks of a body, as `parseJSON` counts them. */
const BODY_MARKS_MAX = 20_000;
const BUFFER_BYTES_MIN = 4096;

export interface JSONBodyLimits {
  /** Default: 1 MB. */
  readonly bytesMax?: number | undefined;
  /** Maximum marks, as {@link parseJSON} counts them. Default: 20,000. */
  readonly marksMax?: number | undefined;
}

/** Throws unless the body is declared as JSON, valid UTF-8, and within the limits. */
export async function readJSONBody(
  context: Context,
  { bytesMax = BODY_BYTES_MAX, marksMax = BODY_MARKS_MAX }: JSONBodyLimits = {},
): Promise<unknown> {
  const bytes = await readBytes(context, bytesMax);
  requireJSONType(context, bytes.byteLength);
  if (bytes.byteLength === 0) {
    throw new AppError('invalid_json', 'The body is empty. Send a JSON object.');
  }
  const text = decode(bytes);
  try {
    return parseJSON(text, marksMax);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The parser's message is safe to return, because it quotes only the request.
    throw new AppError(
      'invalid_json',
      `The body is not valid JSON: ${error instanceof Error ? error.message : ''}.`,
    );
  }
}

function requireJSONType(context: Context, size: number): void {
  const type = context.req.header('Content-Type');
  const encoding = context.req.header('Content-Encoding') ?? 'identity';
  // An empty body needs no content type.
  const isJSON = type === undefined ? size === 0 : /^\s*application\/json\s*(?:;|$)/i.test(type);
  if (!isJSON) {
    throw new AppError(
      'unsupported_media_type',
      'Send JSON, with the header Content-Type: application/json.',
    );
  }
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'Send the body without a Content-Encoding.');
  }
}

/** Reads a body. Throws above the size limit. */
export async function readBytes(context: Context, bytesMax = BODY_BYTES_MAX): Promise<Uint8Array> {
  if (Number(context.req.header('Content-Length') ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const stream = context.req.raw.body;
  if (stream === null) return new Uint8Array();
  // Uses one growing buffer, because a list of a million one-byte chunks would use far more memory.
  let buffer = Buffer.allocUnsafe(BUFFER_BYTES_MIN);
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new AppError('bad_request', 'The body arrived incomplete. Send it again.');
    });
    if (done) return buffer.subarray(0, size);
    const end = size + value.byteLength;
    if (end > bytesMax) throw tooLarge(bytesMax);
    if (end > buffer.byteLength) buffer = Buffer.concat([buffer], Math.max(end, 2 * buffer.byteLength));
    buffer.set(value, size);
    size = end;
  }
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('too_large', `The body is larger than ${bytesMax} bytes.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('invalid_json', 'The body is not valid UTF-8, which JSON requires.');
  }
}
