import type { IncomingMessage } from 'node:http';
import { AppError } from '@overdue/domain/error.ts';
import type { Field } from '@overdue/domain/ping/ping-field.ts';
import type { PingReport } from '@overdue/domain/ping/ping-report.ts';
import { firstHeader } from '../../platform/http/header.ts';
import { type Body, hasBody, readBody } from './body.ts';
import { DROPPED_UPLOAD, type Upload } from './body-memory.ts';
import type { Decode, Encoded } from './content-encoding.ts';
import { FORM_BYTES_MAX, type Form, isFormType, readForm } from './ping-form.ts';

const ENCODING_LENGTH_MAX = 40;

export interface PingContent {
  /** Body as a log, decompressed if possible; null without a body, or if the method accepts no log. */
  readonly log: Uint8Array | null;
  readonly isCut: boolean;
  readonly form: Form | null;
  readonly warning: string | null;
  /** Memory reserved for the body; null if none is reserved. The caller must release the memory. */
  readonly upload: Upload | null;
}

export interface SentBody {
  /** Whether the body is a log, unless it is a form. */
  readonly isLog: boolean;
  /** Team whose memory the body uses; null if it is unknown. */
  readonly teamID: string | null;
}

interface BodyOptions {
  /** Starts reserving memory for the body of a request. */
  readonly open: (request: IncomingMessage, teamID: string | null) => Upload;
  readonly decode: Decode;
  readonly networkOf: (request: IncomingMessage) => string;
  /** Maximum bytes kept of a body. */
  readonly limit: number;
  /** Whether an upload that looks like gzip is decompressed, although no header says that it is compressed. */
  readonly detectsGzip: boolean;
  /** Whether the body alone has the report. Then it is refused, not kept as received, if the service is too busy to decompress it. */
  readonly isReport: boolean;
}

export const NO_CONTENT: PingContent = { log: null, isCut: false, form: null, warning: null, upload: null };
export const NO_FIELDS: readonly Field[] = [];

/**
 * Reads a body to its end. If a log can't be decoded, keeps the bytes as received, so that the ping still counts. Throws if the
 * service is too busy to decode a body that may be the report.
 */
export function readContent(
  request: IncomingMessage,
  sent: SentBody,
  reading: BodyOptions,
): Promise<PingContent> | PingContent {
  // Avoids a promise for pings without a body, because every `await` slows each ping.
  return hasBody(request) ? readSentContent(request, sent, reading) : NO_CONTENT;
}

async function readSentContent(
  request: IncomingMessage,
  { isLog, teamID }: SentBody,
  reading: BodyOptions,
): Promise<PingContent> {
  const contentType = firstHeader(request, 'content-type');
  const isForm = isFormType(contentType);
  const limit = isLog ? reading.limit : isForm ? Math.min(reading.limit, FORM_BYTES_MAX) : 0;
  const upload = limit === 0 ? DROPPED_UPLOAD : reading.open(request, teamID);
  // Waits for the end of this event-loop turn, because Node's parser passes on the body only then.
  await null;
  const read = readBody(request, limit, upload);
  const body = read instanceof Promise ? await read : read;
  if (body.bytes === null) return { ...NO_CONTENT, isCut: isLog && body.isCut };
  const declared = firstHeader(request, 'content-encoding')?.trim() ?? '';
  const isUpload = reading.detectsGzip && request.method === 'PUT' && isGzip(body.bytes);
  const encoding = declared === '' && isUpload ? 'gzip' : declared;
  const asReceived = { bytes: body.bytes, isCut: body.isCut, warning: null, upload };
  const { bytes, isCut, warning } =
    encoding === '' || encoding.toLowerCase() === 'identity'
      ? asReceived
      : await decodeBody(
          asReceived,
          { encoding, network: reading.networkOf(request) },
          { ...reading, isReport: isForm || reading.isReport },
        );
  const form = isForm && bytes !== null ? readForm(contentType, bytes, { isCut }) : null;
  return { log: isLog ? bytes : null, isCut: isLog && isCut, form, warning, upload };
}

/**
 * Whether a body has the header of gzip (RFC 1952). Cronitor's agents upload compressed logs with PUT and without a `Content-Encoding`. Other
 * bodies are kept as received.
 */
function isGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8;
}

interface ReadBytes extends Body {
  readonly warning: string | null;
  readonly upload: Upload;
}

async function decodeBody(
  asReceived: ReadBytes & { readonly bytes: Uint8Array },
  { encoding, network }: Pick<Encoded, 'encoding' | 'network'>,
  { decode, limit, isReport }: Pick<BodyOptions, 'decode' | 'limit' | 'isReport'>,
): Promise<ReadBytes> {
  const { bytes, isCut, upload } = asReceived;
  const result = await decode({ bytes, isCut, encoding, network }, limit);
  const decoded = typeof result === 'string' || upload.reserve(result.bytes.byteLength) ? result : 'busy';
  if (decoded === 'busy' && isReport) {
    upload.end();
    throw busyError();
  }
  if (typeof decoded === 'string') return { ...asReceived, warning: encodingWarning(encoding) };
  upload.release(bytes.byteLength);
  return {
    bytes: decoded.bytes.byteLength === 0 ? null : decoded.bytes,
    isCut: decoded.isCut,
    warning: null,
    upload,
  };
}

/** Whether a body was not read because the service is too busy: see {@link busyError}. */
export function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}

/** Returns the error for a body that was not read because the service is short of memory or of turns to decompress. */
export function busyError(): AppError {
  return new AppError('unavailable', 'The service is too busy to read the body. Send the request again.', {
    retryAfterSeconds: 1,
  });
}

function encodingWarning(encoding: string): string {
  const shown = encoding.replace(/[^\x20-\x7e]/g, '?').slice(0, ENCODING_LENGTH_MAX);
  return `The body could not be decompressed as ${shown}, so it was kept as received.`;
}

export interface PingLog {
  readonly bytes: Uint8Array | null;
  readonly isCut: boolean;
}

/**
 * Picks the log: the message if the body is a form, otherwise the body. A form is also kept as the log if it may be incomplete,
 * or has warnings but no message.
 */
export function pingLog(
  { log, isCut, form }: PingContent,
  { message, warnings }: PingReport,
  limit: number,
): PingLog {
  const isBodyKept =
    form === null ? log !== null : !form.isWhole || (message === null && warnings.length > 0);
  if (isBodyKept) return { bytes: log, isCut };
  if (message === null || limit === 0) return { bytes: null, isCut: form === null && isCut };
  const bytes = Buffer.from(message);
  return { bytes: bytes.subarray(0, limit), isCut: bytes.byteLength > limit };
}
