import { isUtf8 } from 'node:buffer';
import { AppError } from '@overdue/domain/error.ts';
import { DatabaseNotWritable, DatabaseUnavailable } from '../database/unavailable.ts';
import { lengthOf } from '../platform/http/compression.ts';
import { errorBody, errorHeaders, errorStatus, etagOf, successBody } from '../platform/http/envelope.ts';
import type { Log } from '../platform/runtime/log.ts';

type Headers = Readonly<Record<string, string>>;

/** Any origin may call the API, because browsers never send bearer tokens on their own. */
const CORS_HEADERS: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After',
};

export const JSON_HEADERS: Headers = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  ...CORS_HEADERS,
};

export function respondText(status: number, body: string, headers: Headers = {}): Response {
  return new Response(body, { status, headers: { ...JSON_HEADERS, ...lengthOf(body), ...headers } });
}

/** Sends serialized JSON in pieces, to avoid a copy of a long body. */
export function respondPieces(pieces: readonly Uint8Array[], headers: Headers): Response {
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return new Response(body, {
    status: 200,
    headers: { ...JSON_HEADERS, 'Content-Length': String(length), ...headers },
  });
}

export function respondEmpty(status: 204 | 304, headers: Headers): Response {
  return new Response(null, { status, headers: { ...CORS_HEADERS, ...headers } });
}

export function respond(status: 200 | 201, data: object): Response {
  return respondText(status, successBody(data));
}

/** Responds with one resource. A proxy must neither weaken the `ETag`, which `If-Match` compares, nor compress credentials. */
export function respondRevised(status: 200 | 201, data: object, revision: number): Response {
  return respondText(status, successBody(data), {
    ETag: etagOf(revision),
    'Cache-Control': 'no-store, no-transform',
  });
}

/** Responds with a Markdown download. The text contains user input, so it is sandboxed. */
export function respondMarkdown(text: string, name: string): Response {
  const headers = {
    'Content-Type': 'text/markdown; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.md"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...lengthOf(text),
    ...CORS_HEADERS,
  };
  return new Response(text, { status: 200, headers });
}

export function respondEvents(body: ReadableStream<Uint8Array> | null): Response {
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
    'X-Content-Type-Options': 'nosniff',
    ...CORS_HEADERS,
  };
  return new Response(body, { status: 200, headers });
}

/** Responds with a stream of lines, which are written while the request is carried out. */
export function respondLines(type: string, body: ReadableStream<Uint8Array>): Response {
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
    'X-Content-Type-Options': 'nosniff',
    ...CORS_HEADERS,
  };
  return new Response(body, { status: 200, headers });
}

/** Responds with uploaded bytes that browsers won't treat as a page or a script. */
export function respondBytes(bytes: Uint8Array, name: string): Response {
  const isText = isUtf8(bytes);
  const headers = {
    'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/octet-stream',
    'Content-Disposition': isText ? `inline; filename="${name}.txt"` : `attachment; filename="${name}.bin"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...lengthOf(bytes),
    ...CORS_HEADERS,
  };
  return new Response(new Uint8Array(bytes), { status: 200, headers });
}

export function respondError(error: AppError, headers: Headers = {}): Response {
  return respondText(errorStatus(error.code), errorBody(error), { ...errorHeaders(error), ...headers });
}

const UNAVAILABLE_RETRY_AFTER_SECONDS = 2;

/** Responds with a thrown error. For an unexpected error, logs the details and responds with the request ID in the log entry. */
export function respondThrown(error: unknown, log: Pick<Log, 'error'>, requestID: string): Response {
  if (error instanceof DatabaseUnavailable) {
    const retryAfterSeconds = UNAVAILABLE_RETRY_AFTER_SECONDS;
    const message =
      error instanceof DatabaseNotWritable
        ? error.message
        : 'The database is unavailable. A change may or may not have been saved. Try again.';
    return respondError(new AppError('unavailable', message, { retryAfterSeconds }));
  }
  if (error instanceof AppError) {
    if (error.cause !== undefined) log.error({ err: error.cause, requestID }, error.message);
    return respondError(error);
  }
  log.error({ err: error, requestID }, 'A request failed.');
  return respondError(
    new AppError(
      'internal',
      `The service failed to process this request. Try again. If the error persists, send the operator the ID ${requestID}.`,
    ),
  );
}
