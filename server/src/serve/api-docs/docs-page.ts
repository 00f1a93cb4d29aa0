import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { APIDocument } from '../../api/schema.ts';
import { fieldTable, inline, isReference, paragraphs } from '../../api/schema.ts';
import { html, type Markup, raw } from '../../platform/http/markup.ts';
import { serveDocument } from '../../platform/http/public-document.ts';
import { type Operation, showOperation } from './operation.ts';

const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(oklch(99% 0.003 250), oklch(19% 0.012 250));
  --raised: light-dark(oklch(96% 0.006 250), oklch(24% 0.014 250));
  --line: light-dark(oklch(90% 0.008 250), oklch(33% 0.014 250));
  --text: light-dark(oklch(25% 0.015 250), oklch(91% 0.008 250));
  --quiet: light-dark(oklch(48% 0.015 250), oklch(71% 0.012 250));
  --accent: light-dark(oklch(47% 0.14 255), oklch(77% 0.11 250));
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0; display: grid; grid-template-columns: 230px minmax(0, 1fr);
  background: var(--ground); color: var(--text); font: 15px/1.55 system-ui, sans-serif;
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 24px 12px 24px 20px;
  border-right: 1px solid var(--line); font-size: 13px;
}
nav h2 { margin: 20px 0 4px; font-size: 12px; color: var(--quiet); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: 2px 8px; border-radius: 4px; color: inherit; text-decoration: none; }
nav li a:hover { background: var(--raised); }
main { padding: 24px 32px 96px; max-width: 1440px; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { margin: 8px 0 16px; font-size: 28px; line-height: 1.2; }
section > h2 { margin: 56px 0 4px; font-size: 20px; }
h3 { margin: 0 0 4px; font-size: 16px; }
h4 { margin: 20px 0 6px; font-size: 13px; color: var(--quiet); }
p, ul { margin: 8px 0; max-width: 72ch; }
small { color: var(--quiet); font-size: 12px; }
code, pre { font-family: var(--mono); font-size: 0.88em; }
:not(pre) > code { background: var(--raised); border-radius: 3px; padding: 1px 4px; }
pre {
  margin: 0 0 12px; padding: 12px 14px; overflow: auto; max-height: 480px;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px; line-height: 1.45;
}
article {
  display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px 40px;
  padding: 28px 0; border-top: 1px solid var(--line);
}
.anchor { color: var(--quiet); text-decoration: none; opacity: 0; }
h3:hover .anchor, .anchor:focus-visible { opacity: 1; }
.path { margin: 4px 0 8px; overflow-wrap: anywhere; }
.path b { font: 600 12px var(--mono); color: var(--accent); }
.path .delete { color: light-dark(oklch(50% 0.17 27), oklch(76% 0.13 27)); }
.responses { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 13px; }
.responses a { color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 400; white-space: nowrap; }
.type { color: var(--quiet); white-space: nowrap; }
@media (max-width: 1100px) { article { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 760px) {
  body { display: block; }
  nav {
    position: static; height: auto; padding: 16px 20px; display: flex; flex-wrap: wrap; gap: 4px 16px;
    border-right: 0; border-bottom: 1px solid var(--line);
  }
  nav > a { width: 100%; }
  nav h2 { margin: 0; }
  nav ul { display: none; }
  main { padding: 16px 20px 64px; }
}
@media print { nav { display: none; } body { display: block; } pre { max-height: none; } }
`;

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Serves the API reference as one page that loads no other files. */
export function serveDocs(document: () => APIDocument): (context: Context) => Promise<Response> {
  return serveDocument(() => writePage(document()), HEADERS);
}

function writePage(document: APIDocument): string {
  const chapters = (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    description,
    operations: operationsOf(document, name),
  }));
  const { title, description = '' } = document.info;
  const baseURL = document.servers?.[0]?.url ?? '';
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<nav aria-label="Contents">
<a href="#top">${title}</a>
${chapters.map(({ name, operations }) => showLinks(name, operations.map(operationLink)))}
${showLinks(
  'Errors',
  responses(document).map(([name]) => ({ id: `response-${name}`, text: name })),
)}
${showLinks(
  'Schemas',
  schemas(document).map(([name]) => ({ id: `schema-${name}`, text: name })),
)}
</nav>
<main id="top">
<h1>${title}</h1>
${paragraphs(description)}
<p>The same reference as an OpenAPI document: <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
${chapters.map(
  (
    chapter,
  ) => html`<section id="tag-${chapter.name}"><h2>${chapter.name}</h2><p>${inline(chapter.description)}</p>
${chapter.operations.map((operation) => showOperation(operation, baseURL))}</section>`,
)}
<section id="tag-Errors"><h2>Errors</h2>${responses(document).map(showResponse)}</section>
<section id="tag-Schemas"><h2>Schemas</h2>${schemas(document).map(showSchema)}</section>
</main>
</body>
</html>
`;
  return String(page);
}

function operationsOf(document: APIDocument, tag: string): readonly Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation?.tags?.includes(tag) === true ? [{ method, path, operation }] : [];
    }),
  );
}

interface Link {
  readonly id: string;
  readonly text: string;
}

function operationLink({ operation, path }: Operation): Link {
  return { id: operation.operationId ?? path, text: operation.summary ?? path };
}

function showLinks(chapter: string, links: readonly Link[]): Markup {
  const items = links.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<h2><a href="#tag-${chapter}">${chapter}</a></h2><ul>${items}</ul>`;
}

function schemas(document: APIDocument) {
  return Object.entries(document.components?.schemas ?? {});
}

function responses(document: APIDocument) {
  return Object.entries(document.components?.responses ?? {});
}

function showSchema([name, schema]: ReturnType<typeof schemas>[number]): Markup {
  const description = isReference(schema) ? '' : (schema.description ?? '');
  return html`<div id="schema-${name}"><h3>${name}</h3><p>${inline(description)}</p>${fieldTable(schema)}</div>`;
}

function showResponse([name, response]: ReturnType<typeof responses>[number]): Markup {
  if (isReference(response)) return html``;
  const examples = Object.values(response.content?.['application/json']?.examples ?? {}).map((example) =>
    isReference(example) ? html`` : html`<pre><code>${JSON.stringify(example.value, null, 2)}</code></pre>`,
  );
  return html`<article id="response-${name}"><div><h3>${name}</h3><p>${inline(response.description ?? '')}</p></div><div>${examples}</div></article>`;
}
