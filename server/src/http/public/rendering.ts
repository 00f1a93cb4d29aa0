import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { chooseEncoding, hasVersion } from '../pages/encoding.ts';

/** Below that compressing gains nothing. */
const BYTES_MIN = 1024;

/** What is sent to whoever asks, made once for all of them. */
export interface Rendering {
  readonly etag: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer> | null;
}

export async function render(text: string): Promise<Rendering> {
  const plain = new Uint8Array(Buffer.from(text));
  return {
    etag: hash('sha256', plain, 'base64url').slice(0, 27),
    plain,
    gzip: plain.byteLength < BYTES_MIN ? null : new Uint8Array(await promisify(gzip)(plain)),
  };
}

export function answerRendering(
  { etag, plain, gzip: zipped }: Rendering,
  asked: { readonly ifNoneMatch: string | undefined; readonly acceptEncoding: string | undefined },
  headers: Readonly<Record<string, string>>,
): Response {
  const encoding = zipped === null ? null : chooseEncoding(asked.acceptEncoding, ['gzip']);
  const tag = `"${etag}${encoding === null ? '' : `-${encoding}`}"`;
  const all = { ...headers, ETag: tag, Vary: 'Accept-Encoding' };
  if (hasVersion(asked.ifNoneMatch, tag)) return new Response(null, { status: 304, headers: all });
  const bytes = encoding === null || zipped === null ? plain : zipped;
  return new Response(bytes, {
    headers: {
      ...all,
      'Content-Length': String(bytes.byteLength),
      ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
    },
  });
}
