import { hash } from 'node:crypto';
import { html, raw } from '../platform/http/markup.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}' +
  'pre{padding:.75rem 1rem;border:1px solid color-mix(in oklch,currentcolor 20%,transparent);border-radius:6px}';

export function notBuiltPage(baseURL: string): Response {
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
