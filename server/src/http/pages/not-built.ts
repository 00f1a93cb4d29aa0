import { hash } from 'node:crypto';
import { html } from '../v1/docs/html.ts';
import { securityHeaders } from './security-headers.ts';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}' +
  'pre{padding:.75rem 1rem;border:1px solid color-mix(in oklch,currentcolor 20%,transparent);border-radius:6px}';

/** What stands where the application should be, for the operator who opens it before it was built. */
export function notBuiltPage(baseURL: string): Response {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The application is not built · Overdue</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<h1>The application is not built</h1>
<p>The service runs: it takes pings, watches and tells. Only its web application is missing. Build it in the folder of
Overdue, and start the service again:</p>
<pre><code>npm ci
npm run build</code></pre>
<p><code>npm start</code> does that by itself where the development packages are installed.
The API works meanwhile: <a href="/v1/docs">its reference</a>.</p>
</body>
</html>
`;
  return new Response(markup, {
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
