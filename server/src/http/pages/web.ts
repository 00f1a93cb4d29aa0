import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { AppError } from '../../domain/error.ts';
import { answerError } from '../v1/answer.ts';
import type { BuiltWeb, WebFile } from './built-web.ts';
import { chooseEncoding, hasVersion } from './encoding.ts';
import { notBuiltPage } from './not-built.ts';
import { applicationHeaders, securityHeaders } from './security-headers.ts';

export interface WebDependencies {
  /** Null when the application was not built. */
  readonly web: BuiltWeb | null;
  readonly baseURL: string;
}

/** What belongs to programs, or to pages that the server makes: there an unknown path is an error, not a page of the application. */
const OTHERS = /^\/(?:v1|ping|auth|healthz|readyz|metrics|unsubscribe|badge|status|calendar|assets)(?:\/|$)/;

/** Their names hold a hash of what is in them. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The application: its files, and for every path that a browser opens and nobody else has, its one page, which reads the path
 * itself. All other requests are passed on.
 */
export function createWeb({ web, baseURL }: WebDependencies): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const pageHeaders = { ...applicationHeaders(baseURL), 'Cache-Control': 'no-cache' };
  const fileHeaders = { ...securityHeaders(baseURL), 'Cross-Origin-Resource-Policy': 'same-origin' };
  app.get('*', (context, next) => {
    const { path } = context.req;
    const file = path === '/index.html' ? undefined : web?.get(path);
    if (file !== undefined) {
      const caching = path.startsWith('/assets/') ? IMMUTABLE : 'no-cache';
      return answerFile(context, file, { ...fileHeaders, 'Cache-Control': caching });
    }
    if (!opensApplication(context)) return next();
    const page = web?.get('/index.html');
    return Promise.resolve(
      page === undefined ? notBuilt(context, baseURL) : answerFile(context, page, pageHeaders),
    );
  });
  return app;
}

function opensApplication({ req }: Context): boolean {
  if (req.path === '/') return true;
  return !OTHERS.test(req.path) && takesHTML(req);
}

function takesHTML(req: Context['req']): boolean {
  return /\btext\/html\b/i.test(req.header('Accept') ?? '');
}

/** For programs, which look at `/` to find out whether somebody is there, in the envelope. */
function notBuilt({ req }: Context, baseURL: string): Response {
  if (takesHTML(req)) return notBuiltPage(baseURL);
  const message = 'The web application is not built: run "npm run build". The API is described at /v1/docs.';
  return answerError(new AppError('unavailable', message));
}

async function answerFile(
  { req }: Context,
  file: WebFile,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const encodings = [
    ...(file.brotli === null ? [] : ['br' as const]),
    ...(file.gzip === null ? [] : ['gzip' as const]),
  ];
  const encoding = chooseEncoding(req.header('Accept-Encoding'), encodings);
  const bytes = { br: file.brotli, gzip: file.gzip, none: file.plain }[encoding ?? 'none'] ?? file.plain;
  const etag = `"${file.etag}${encoding === null ? '' : `-${encoding}`}"`;
  const all = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
  if (hasVersion(req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers: all });
  return new Response(bytes, {
    headers: {
      ...all,
      'Content-Type': file.contentType,
      'Content-Length': String(bytes.byteLength),
      ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
    },
  });
}
