import { AppError } from '@overdue/domain/error.ts';
import type { Context } from 'hono';
import { respondText } from '../../api/respond.ts';
import { lengthOf } from '../../platform/http/compression.ts';
import { errorHeaders, errorStatus } from '../../platform/http/envelope.ts';

/** How long browsers keep the response to a preflight. */
const PREFLIGHT_SECONDS = '600';

export function respondJSON(status: 200 | 201, data: object): Response {
  return respondText(status, JSON.stringify(data));
}

/** Responds with plain text that browsers won't treat as a page. */
export function respondPlain(status: number, text: string | Uint8Array): Response {
  const headers = {
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    ...lengthOf(text),
  };
  return new Response(typeof text === 'string' ? text : new Uint8Array(text), { status, headers });
}

/** Responds with an error in Healthchecks' format. */
export function respondProblem(error: AppError, status = errorStatus(error.code)): Response {
  const { 'WWW-Authenticate': _, ...headers } = errorHeaders(error);
  return respondText(status, JSON.stringify({ error: error.message }), headers);
}

/** Adds the headers that let pages of any origin send a key. */
export function allowOrigins(response: Response, methods: readonly string[]): Response {
  const { headers } = response;
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Allow-Headers', 'X-Api-Key, Content-Type');
  headers.set('Access-Control-Allow-Methods', [...methods, 'OPTIONS'].join(', '));
  headers.set('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  return response;
}

/** Responds to a request whose method the path doesn't serve: answers a preflight, and refuses any other method. */
export function respondOtherMethod({ req }: Context, methods: readonly string[]): Response {
  if (req.method === 'OPTIONS') return new Response(null, { status: 204 });
  const error = new AppError('method_not_allowed', `Use ${methods.join(', ')} or OPTIONS for this path.`);
  const response = respondProblem(error);
  response.headers.set('Allow', [...methods, 'OPTIONS'].join(', '));
  return response;
}
