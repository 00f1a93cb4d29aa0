import { hash } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { chooseEncoding, hasVersion } from './encoding.ts';

const BYTES_MIN = 1024;

/** A document that is the same for all readers. */
export interface PublicDocument {
  /**
   * Entity tag of the uncompressed document. Responses append the name of the encoding, so that each encoding has its own tag.
   */
  readonly etag: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly brotli: Uint8Array<ArrayBuffer> | null;
  readonly gzip: Uint8Array<ArrayBuffer> | null;
}

export async function encodeDocument(text: string): Promise<PublicDocument> {
  const plain = new Uint8Array(Buffer.from(text));
  return {
    etag: hash('sha256', plain, 'base64url').slice(0, 27),
    plain,
    brotli: null,
    gzip: plain.byteLength < BYTES_MIN ? null : new Uint8Array(await promisify(gzip)(plain)),
  };
}

export function respondDocument(
  context: Context,
  document: PublicDocument,
  headers: Readonly<Record<string, string>>,
): Response {
  const encodings = (['br', 'gzip'] as const).filter((name) => bytesIn(document, name) !== null);
  const encoding = chooseEncoding(context.req.header('Accept-Encoding'), encodings);
  const bytes = (encoding === null ? null : bytesIn(document, encoding)) ?? document.plain;
  const etag = `"${document.etag}${encoding === null ? '' : `-${encoding}`}"`;
  const responseHeaders = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
  if (hasVersion(context.req.header('If-None-Match'), etag))
    return respondWhole(context, null, { status: 304, headers: responseHeaders });
  return respondWhole(context, bytes, {
    status: 200,
    headers: {
      ...responseHeaders,
      'Content-Length': String(bytes.byteLength),
      ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
    },
  });
}

function bytesIn({ brotli, gzip: zipped }: PublicDocument, encoding: 'br' | 'gzip') {
  return encoding === 'br' ? brotli : zipped;
}

/** Serves a document. Generates its text on the first request and keeps the text. */
export function serveDocument(
  write: () => string,
  headers: Readonly<Record<string, string>>,
): (context: Context) => Promise<Response> {
  let encoded: Promise<PublicDocument> | null = null;
  return async (context) => {
    encoded ??= encodeDocument(write());
    return respondDocument(context, await encoded, headers);
  };
}

/** Writes shared bytes directly to the connection, because a `Response` would copy them for each request. */
function respondWhole(
  { env }: Pick<Context, 'env'>,
  bytes: Uint8Array<ArrayBuffer> | null,
  init: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): Response {
  if (!(env?.outgoing instanceof ServerResponse)) return new Response(bytes, init);
  env.outgoing.writeHead(init.status, init.headers);
  env.outgoing.end(bytes);
  return new Response(null, { status: init.status, headers: RESPONSE_ALREADY_SENT.headers });
}
