import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { APIDocument } from '../../api/schema.ts';
import { fieldTable, inline, isReference, paragraphs } from '../../api/schema.ts';
import { html, type Markup, raw } from '../../platform/http/markup.ts';
import { serveDocument } from '../../platform/http/public-document.ts';
import { type Operation, showOperation } from './operation.ts';
import { STYLE } from './style.ts';

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
