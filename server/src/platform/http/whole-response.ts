import { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';

/** Writes shared bytes directly to the connection, because a `Response` would copy them for each request. */
export function respondWhole(
  { env }: Pick<Context, 'env'>,
  bytes: Uint8Array<ArrayBuffer> | null,
  init: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): Response {
  if (!(env?.outgoing instanceof ServerResponse)) return new Response(bytes, init);
  env.outgoing.writeHead(init.status, init.headers);
  env.outgoing.end(bytes);
  return new Response(null, { status: init.status, headers: RESPONSE_ALREADY_SENT.headers });
}
