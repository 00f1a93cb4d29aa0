import { hash } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { AppError } from '@overdue/domain/error.ts';
import { type Context, Hono } from 'hono';
import type { AddressLimit } from '../api/address-limit.ts';
import { respondError } from '../api/respond.ts';
import { html, raw } from '../platform/http/markup.ts';
import { respondDocument } from '../platform/http/public-document.ts';
import { applicationHeaders, securityHeaders } from '../platform/http/security-headers.ts';
import type { BuiltWeb } from './built-web.ts';

interface WebDependencies {
  /** Null if the application is not built. */
  readonly web: BuiltWeb | null;
  readonly baseURL: string;
  /** Rate limit of requests to this route. */
  readonly limit: AddressLimit;
}

/**
 * Paths under which the application has no pages, in any case. An unknown path below one of these paths is an error, so that a job with
 * a mistyped ping URL learns that nothing was recorded.
 */
const RESERVED_PATHS =
  /^\/(?:v1|ping|auth|healthz|readyz|metrics|unsubscribe|act|press|badge|status|assets|api|b|cloaked|accounts)(?:\/|$)|^\/calendar\/|\/\//i;

/** `Cache-Control` of files with a content hash in their name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the application's files, and its HTML for every other path that a browser opens. */
export function createWeb({ web, baseURL, limit }: WebDependencies): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const pageHeaders = {
    ...applicationHeaders(baseURL),
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=utf-8',
  };
  const fileHeaders = { ...securityHeaders(baseURL), 'Cross-Origin-Resource-Policy': 'same-origin' };
  app.get('*', async (context, next) => {
    const { path } = context.req;
    const file = path === '/index.html' ? undefined : web?.get(path);
    if (file !== undefined) {
      const caching = path.startsWith('/assets/') ? IMMUTABLE : 'no-cache';
      limit(context);
      return respondDocument(context, file, {
        ...fileHeaders,
        'Cache-Control': caching,
        'Content-Type': file.contentType,
      });
    }
    if (!opensApplication(context)) return next();
    const page = web?.get('/index.html');
    limit(context);
    return page === undefined ? notBuilt(context, baseURL) : respondDocument(context, page, pageHeaders);
  });
  return app;
}

function opensApplication({ req }: Context): boolean {
  if (req.path === '/') return true;
  return !RESERVED_PATHS.test(req.path) && takesHTML(req);
}

function takesHTML(req: Context['req']): boolean {
  return /\btext\/html\b/i.test(req.header('Accept') ?? '');
}

/** Responds that the application is not built: browsers get a page, and other clients a JSON error. */
function notBuilt({ req }: Context, baseURL: string): Response {
  if (takesHTML(req)) return notBuiltPage(baseURL);
  const message = 'The web application is not built. Run "npm run build". The API is described at /v1/docs.';
  return respondError(new AppError('unavailable', message));
}

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}' +
  'pre{padding:.75rem 1rem;border:1px solid color-mix(in oklch,currentcolor 20%,transparent);border-radius:6px}';

function notBuiltPage(baseURL: string): Response {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The application is not built · Overdue</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<h1>The application is not built</h1>
<p>The service is running: it accepts pings, watches deadlines and sends alerts. Only its web application is missing. Run
these commands in the Overdue folder, then restart the service:</p>
<pre><code>npm ci
npm run build</code></pre>
<p><code>npm start</code> builds the application by itself if the development packages are installed.
The API works already: see <a href="/v1/docs">its reference</a>.</p>
</body>
</html>
`;
  return new Response(String(page), {
    status: 503,
    headers: {
      ...securityHeaders(baseURL),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
    },
  });
}
