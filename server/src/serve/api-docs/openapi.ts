import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Endpoint } from '../../api/endpoint.ts';
import { JSON_HEADERS } from '../../api/respond.ts';
import { errorComponents, errorEnvelope, staleEnvelope } from '../../api/responses.ts';
import type { APIDocument } from '../../api/schema.ts';
import { TAGS } from '../../api/tags.ts';
import { serveDocument } from '../../platform/http/public-document.ts';
import { PING_ROUTES } from './ping-documentation.ts';

const DESCRIPTION = `
Overdue tells you when a scheduled job did not run, ran late, failed or never finished.

A job calls its monitor's ping URL. This API manages the monitors. It works in the team that your token belongs to.

- Every response is an envelope of \`success\` and \`data\`. An error has \`data.error\` with a \`code\` from a closed list, a
  \`message\` that says what to do, and, with status 422, the invalid \`fields\`.
- Times are RFC 3339 in UTC with milliseconds. Durations are seconds and may have a fraction.
- Lists are paged: send \`data.nextCursor\` as \`cursor\` to get the next page.
- Every path works with and without a trailing slash.
- An empty or unknown query parameter is refused with 422, and \`fields\` names the parameter. Separate the values of a list with
  commas, or repeat the parameter.
- Settings have a \`revision\`, which is also the \`ETag\`. A change with \`If-Match\` is refused with 412 if the settings have
  changed since. Without \`If-Match\`, changes of different fields are merged.
- PATCH accepts an object returned by GET: read-only fields must be unchanged, and fields that change by themselves are ignored.
- Resources of other teams answer 404.
- Too many requests answer 429 with \`Retry-After\`.
- \`/v1/\` only grows: new fields and endpoints may appear, so ignore what you don't know.
`.trim();

/** Declared separately because the library's type lacks `identifier`, which OpenAPI 3.1 has. */
const LICENSE = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };

export function describeAPI(app: OpenAPIHono, endpoints: readonly Endpoint[], baseURL: string): APIDocument {
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal API token, `ovd_…`, created under Account, API. It works in the team for which it was created.',
  });
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(baseURL),
    description:
      "Session of a signed-in browser. A request that changes something also needs the service's own `Origin`.",
  });
  for (const { name, response } of errorComponents()) registry.registerComponent('responses', name, response);
  registry.register('Error', errorEnvelope);
  registry.register('Stale', staleEnvelope);
  for (const { route } of endpoints) registry.registerPath(route);
  for (const route of PING_ROUTES) registry.registerPath(route);
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Overdue API',
      version: '1',
      description: DESCRIPTION,
      contact: { name: 'Overdue maintainers' },
      license: LICENSE,
    },
    servers: [{ url: baseURL }],
    security: [{ token: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
}

/** The output is deterministic. */
export function writeDocument(document: APIDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function sessionCookieName(baseURL: string): string {
  return baseURL.startsWith('https:') ? '__Host-overdue.session_token' : 'overdue.session_token';
}

export function serveOpenAPI(document: () => APIDocument): (context: Context) => Promise<Response> {
  return serveDocument(() => writeDocument(document()), { ...JSON_HEADERS, 'Cache-Control': 'no-cache' });
}
