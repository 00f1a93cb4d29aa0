import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { serveDocument } from '../../public-document.ts';
import { JSON_HEADERS } from '../api/answer.ts';
import type { Endpoint } from '../api/endpoint.ts';
import type { APIDocument } from './api-document.ts';
import { errorComponents, errorEnvelope, staleEnvelope, TAGS } from './documentation.ts';
import { PING_ROUTES } from './ping-documentation.ts';

const DESCRIPTION = `
Overdue tells you when a scheduled job did not run, ran late, failed or never finished.

A job calls its monitor's ping URL; this API manages the monitors. It works in the team that your token belongs to.

- Every answer is an envelope: \`success\` and \`data\`. An error has \`data.error\` with a \`code\` from a closed list, a \`message\`
  that says what to do about it, and with status 422 the \`fields\` that are wrong.
- Times are RFC 3339 in UTC with milliseconds. Durations are seconds, and may have a fraction.
- Lists come in pages: send \`data.nextCursor\` as \`cursor\` to get the next one.
- Every path works with and without the slash at its end.
- An empty or unknown query parameter is refused with 422, and \`fields\` names the parameter. A list is written with commas, or as one
  parameter for each value.
- Settings have a \`revision\`, which is also the \`ETag\`. Send it as \`If-Match\`, and a change is refused with 412 if somebody
  else has changed the settings meanwhile. Without it, changes of different fields are merged.
- PATCH takes back the body of a GET: read-only fields must be unchanged, and those that change by themselves are ignored.
- Things of other teams do not exist for you: they are 404.
- Too many requests are answered with 429 and \`Retry-After\`.
- \`/v1/\` only grows: new fields and new endpoints may come, so ignore what you do not know.
`.trim();

/** Named so that TypeScript takes `identifier`, which OpenAPI 3.1 added and the library's type lacks. */
const LICENSE = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };

/** Makes the OpenAPI document out of the endpoints' own schemas. */
export function describeAPI(app: OpenAPIHono, endpoints: readonly Endpoint[], baseURL: string): APIDocument {
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal API token, `ovd_…`, from Account, then API. It works in the team it was made for.',
  });
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(baseURL),
    description:
      "Session of a browser that has signed in. A request that changes something also needs the service's own `Origin`.",
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

/** The document as text: the same at each call. */
export function writeDocument(document: APIDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function sessionCookieName(baseURL: string): string {
  return baseURL.startsWith('https:') ? '__Host-overdue.session_token' : 'overdue.session_token';
}

export function serveOpenAPI(document: () => APIDocument): (context: Context) => Promise<Response> {
  return serveDocument(() => writeDocument(document()), { ...JSON_HEADERS, 'Cache-Control': 'no-cache' });
}
