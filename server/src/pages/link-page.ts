import { hash } from 'node:crypto';
import { html, type Markup, raw } from '../platform/http/markup.ts';

export interface LinkPage {
  readonly status: number;
  readonly title: string;
  readonly body: Markup;
}

interface LinkPageOptions {
  readonly referrerPolicy?: 'no-referrer' | 'same-origin';
  /** Constant script at the end of the page. */
  readonly script?: string;
}

/**
 * Returns a function that writes pages for links in messages, which open without sign-in. The pages run only the given script,
 * and also work without the script. A page's address authorizes changes, so the headers keep the address from leaking. With the
 * policy `same-origin`, browsers send `Origin` with the page's forms, but links on the page then need `rel="noreferrer"`.
 */
export function createLinkPage(
  style: string,
  { referrerPolicy = 'no-referrer', script = '' }: LinkPageOptions = {},
): (page: LinkPage) => Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${hashSource(style)}`,
      "font-src 'self'",
      ...(script === '' ? [] : [`script-src ${hashSource(script)}`, "connect-src 'self'"]),
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': referrerPolicy,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  };
  return ({ status, title, body }) => {
    const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${body}
${
  script === ''
    ? ''
    : html`<script>${raw(script)}</script>
`
}</body>
</html>
`;
    return new Response(String(document), { status, headers });
  };
}

/** Returns the source expression of a content security policy that allows exactly this style or script. */
function hashSource(content: string): string {
  return `'sha256-${hash('sha256', content, 'base64')}'`;
}

/** The logo for pages without the application's code. Copies web/public/favicon.svg. */
export const LOGO = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3451c6"/><g fill="#fff"><rect x="4.5" y="15" width="4.5" height="10" rx="1.5"/><rect x="10.75" y="11" width="4.5" height="14" rx="1.5"/><rect x="17" y="7" width="4.5" height="18" rx="1.5"/></g><rect x="23.8" y="7.8" width="3.2" height="16.4" rx="1" fill="none" stroke="#fff" stroke-width="1.6"/></svg>`;
