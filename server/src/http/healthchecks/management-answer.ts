import type { Context } from 'hono';
import { AppError } from '../../domain/error.ts';
import { errorHeaders, errorStatus } from '../response/envelope.ts';
import { answerText } from '../v1/api/answer.ts';

/** How long browsers keep the response to a preflight. */
const PREFLIGHT_SECONDS = '600';

export function answerJSON(status: 200 | 201, data: object): Response {
  return answerText(status, JSON.stringify(data));
}

/** Answers plain text that browsers won't treat as a page. */
export function answerPlain(status: number, text: string | Uint8Array): Response {
  const headers = {
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
  return new Response(typeof text === 'string' ? text : new Uint8Array(text), { status, headers });
}

/** Answers with an error in Healthchecks' format. */
export function answerProblem(error: AppError, status = errorStatus(error.code)): Response {
  const { 'WWW-Authenticate': _, ...headers } = errorHeaders(error);
  return answerText(status, JSON.stringify({ error: error.message }), headers);
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

/** Answers preflights, and refuses other methods. */
export function answerOtherMethod({ req }: Context, methods: readonly string[]): Response {
  if (req.method === 'OPTIONS') return new Response(null, { status: 204 });
  const error = new AppError('method_not_allowed', `Use ${methods.join(', ')} or OPTIONS for this path.`);
  const response = answerProblem(error);
  response.headers.set('Allow', [...methods, 'OPTIONS'].join(', '));
  return response;
}
