import { Duplex } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Context } from 'hono';
import { chooseEncoding, type Encoding } from './encoding.ts';

/** Minimum bytes of a body that is compressed. A smaller body fits into one packet in any case. */
export const COMPRESSED_BYTES_MIN = 1024;

const COMPRESSIBLE_TYPE = /^(?:application\/(?:json|yaml)|text\/(?:plain|markdown|yaml|calendar))\b/i;
/** At this quality, Brotli is about as fast as gzip, and its output is smaller. */
const BROTLI_QUALITY = 4;
/** 512 KiB. The default window needs eight times the memory. */
const BROTLI_WINDOW_BITS = 19;

/**
 * Compresses the body of a GET response in the encoding that the client prefers. Returns all other responses unchanged:
 *
 * - A response without `Content-Length` is a stream whose events must arrive at once.
 * - `Cache-Control: no-transform` marks a response whose `ETag` must remain strong, or which contains a secret.
 * - A browser that sends cookies for the page of another site could be made to repeat requests, and the compressed length would
 *   disclose parts of the response (BREACH).
 *
 * Node compresses in its thread pool, in pieces, so that neither the event loop nor memory depends on the length of the body.
 */
export function compressResponse({ req }: Context, response: Response): Response {
  if (req.method !== 'GET' || response.body === null || !isCompressible(response)) return response;
  const headers = new Headers(response.headers);
  headers.append('Vary', 'Accept-Encoding');
  const init = { status: response.status, headers };
  const encoding = isAskedByOtherSite(req)
    ? null
    : chooseEncoding(req.header('Accept-Encoding'), ['br', 'gzip']);
  if (encoding === null) return new Response(response.body, init);
  headers.set('Content-Encoding', encoding);
  headers.delete('Content-Length');
  // The bytes of the encodings differ, so only a weak tag may be the same for all of them (RFC 9110, section 8.8.1).
  const etag = headers.get('ETag');
  if (etag?.startsWith('"')) headers.set('ETag', `W/${etag}`);
  return new Response(response.body.pipeThrough(compressor(encoding)), init);
}

/** Compression of a stream of events with little memory: a window of 8 KiB, about 50 kB in all. */
const EVENT_WINDOW_BITS = 13;
const EVENT_MEMORY_LEVEL = 5;

/** Compresses a stream of events, and sends each event at once. The next events are short, because they resemble earlier ones. */
export function compressEvents({ req }: Context, response: Response): Response {
  const encoding = isAskedByOtherSite(req) ? null : chooseEncoding(req.header('Accept-Encoding'), ['gzip']);
  const headers = new Headers(response.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (encoding === null || response.body === null) return new Response(response.body, { headers });
  headers.set('Content-Encoding', encoding);
  const gzip = createGzip({
    flush: constants.Z_SYNC_FLUSH,
    windowBits: EVENT_WINDOW_BITS,
    memLevel: EVENT_MEMORY_LEVEL,
  });
  return new Response(response.body.pipeThrough(Duplex.toWeb(gzip)), { headers });
}

/** Returns the header without which a body is not compressed. */
export function lengthOf(body: string | Uint8Array): { readonly 'Content-Length': string } {
  return { 'Content-Length': String(Buffer.byteLength(body)) };
}

function isCompressible({ headers }: Response): boolean {
  return (
    Number(headers.get('Content-Length') ?? 0) >= COMPRESSED_BYTES_MIN &&
    !headers.has('Content-Encoding') &&
    !/\bno-transform\b/.test(headers.get('Cache-Control') ?? '') &&
    COMPRESSIBLE_TYPE.test(headers.get('Content-Type') ?? '')
  );
}

function isAskedByOtherSite(req: Context['req']): boolean {
  const site = req.header('Sec-Fetch-Site');
  return (
    req.header('Cookie') !== undefined && site !== undefined && site !== 'same-origin' && site !== 'none'
  );
}

function compressor(encoding: Encoding) {
  return Duplex.toWeb(
    encoding === 'gzip'
      ? createGzip()
      : createBrotliCompress({
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
          },
        }),
  );
}
