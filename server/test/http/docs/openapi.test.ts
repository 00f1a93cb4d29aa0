import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeAPI, writeDocument } from '../../../src/serve/api-docs/openapi.ts';
import { PING_ROUTES } from '../../../src/serve/api-docs/ping-documentation.ts';
import { ENDPOINTS } from '../../../src/serve/endpoints.ts';
import { BASE_URL, openAPI } from '../api.ts';

const document = describeAPI(new OpenAPIHono(), ENDPOINTS, BASE_URL);
const ROUTES = [...ENDPOINTS.map(({ route }) => route), ...PING_ROUTES];

function valuesOf(node: unknown, key: string): readonly unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => (name === key ? [value] : valuesOf(value, key)));
}

describe('the OpenAPI document', () => {
  test('is served without a token, with the base URL of this server', async () => {
    const { send } = await openAPI();
    const response = await send('GET', '/v1/openapi.json', { as: null });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.text).toBe(writeDocument(document));
    expect(JSON.parse(response.text)).toMatchObject({ openapi: '3.1.0', servers: [{ url: BASE_URL }] });
    expect((await send('GET', '/v1/openapi.json/', { as: null })).status).toBe(200);
  });

  test('the document is the same in each request', () => {
    expect(writeDocument(describeAPI(new OpenAPIHono(), ENDPOINTS, BASE_URL))).toBe(writeDocument(document));
  });

  test('the document names a contact and a licence', () => {
    expect(document.info).toMatchObject({
      contact: { name: expect.stringMatching(/./) },
      license: { identifier: 'Apache-2.0' },
    });
  });

  test('no query parameter may be empty, because the service refuses empty parameters', () => {
    const texts = Object.values(document.paths ?? {})
      .flatMap((item) => valuesOf(item, 'parameters'))
      .flatMap((parameters) => Object.values(Object(parameters)))
      .filter((parameter) => valuesOf([parameter], 'in').includes('query'))
      .filter((parameter) => !/"exitStatus"|"rid"|"duration"|"name":"at"/.test(JSON.stringify(parameter)));
    const isBounded = (parameter: unknown) =>
      /"type":"integer"|"enum":|"format":|"minLength":[1-9]|"pattern":/.test(JSON.stringify(parameter));
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((parameter) => !isBounded(parameter)).map((text) => JSON.stringify(text))).toEqual(
      [],
    );
  });

  test('every body names its content types, because code generators omit wildcards', () => {
    const types = Object.values(document.paths ?? {})
      .flatMap((item) => valuesOf(item, 'content'))
      .flatMap((content) => Object.keys(Object(content)));
    expect(types).toContain('text/plain');
    expect(types.filter((type) => type.includes('*'))).toEqual([]);
  });

  test('the document has every endpoint once, and the pings', () => {
    const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    expect(operations.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
    for (const end of ['', 'start/', 'fail/', 'end/'])
      expect(operations).toContain(`get /ping/{pingID}/${end}`);
    const ids = valuesOf(document, 'operationId');
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has no dangling reference', () => {
    const references = new Set(valuesOf(document, '$ref').map(String));
    expect(references.size).toBeGreaterThan(20);
    for (const reference of references) {
      const [, section = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(reference) ?? [];
      expect(
        Object.keys(Object.entries(document.components ?? {}).find(([key]) => key === section)?.[1] ?? {}),
      ).toContain(name);
    }
  });

  test('an operation requires a token, or a session where tokens are refused, except for pings and public endpoints', () => {
    expect(document.security).toEqual([{ token: [] }]);
    const open = ENDPOINTS.filter(({ permission }) => permission === 'anyone');
    const isOpen = (method: string, path: string) =>
      path.startsWith('/ping/') ||
      open.some((candidate) => candidate.method === method && candidate.path === path);
    const bySession = ENDPOINTS.filter(({ permission }) => permission === 'session');
    expect(bySession.length).toBeGreaterThan(3);
    const securityOf = (method: string, path: string) => {
      if (isOpen(method, path)) return [];
      const refusesTokens =
        bySession.some((candidate) => candidate.method === method && candidate.path === path) ||
        `${method} ${path}` === 'post /v1/tokens/' ||
        path.startsWith('/v1/device-authorizations/');
      return refusesTokens ? [{ session: [] }] : undefined;
    };
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      for (const [method, { security }] of Object.entries(item))
        expect(security, `${method} ${path}`).toEqual(securityOf(method, path));
    }
  });

  test.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'the examples of %s are valid for its schemas',
    (_, route) => {
      const body = route.request?.body?.content['application/json'];
      const contents = Object.values(route.responses).map((response) =>
        'content' in response ? response.content?.['application/json'] : undefined,
      );
      for (const content of [body, ...contents]) {
        if (content === undefined || !('schema' in content) || !(content.schema instanceof z.ZodType))
          continue;
        expect(content.example).toBeDefined();
        expect(content.schema.safeParse(content.example)).toMatchObject({ success: true });
      }
    },
  );

  test('describes every field of every schema, or gives an example', () => {
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const properties = 'properties' in schema ? (schema.properties ?? {}) : {};
      for (const [field, description] of Object.entries(properties)) {
        const isTold =
          '$ref' in description ||
          'description' in description ||
          'example' in description ||
          'properties' in description ||
          'enum' in description;
        expect(isTold, `${name}.${field}`).toBe(true);
      }
    }
  });
});

describe('the documentation page', () => {
  async function page() {
    const { send } = await openAPI();
    return send('GET', '/v1/docs', { as: null });
  }

  test('is served without a token and may load nothing', async () => {
    const { status, headers, text } = await page();
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(text).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|\sstyle=|@import|url\(/i);
  });

  test('has the style that its policy allows', async () => {
    const { headers, text } = await page();
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
    expect(headers.get('Content-Security-Policy')).toContain(Buffer.from(digest).toString('base64'));
  });

  test('every link of the page has a target, and every ID is unique', async () => {
    const { text } = await page();
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
  });

  test('the page shows every operation with an escaped example', async () => {
    const { text } = await page();
    for (const { path, summary = '' } of ROUTES) {
      expect(text).toContain(`<code>${path}</code>`);
      expect(text).toContain(summary.replaceAll("'", '&#39;'));
    }
    expect(text).toContain(`curl ${BASE_URL}/v1/monitors/k3v9x2mq7d/events/412/body/`);
    // Required query parameters are shown.
    expect(text).toContain(`curl &#39;${BASE_URL}/v1/runs/?monitors=k3v9x2mq7d,f8w2nc5h9t&#39;`);
    expect(text).toContain('pg_dump: dumping contents of table &quot;public.orders&quot;');
    expect(text).not.toContain('undefined');
    expect(text).not.toContain('[object Object]');
  });
});
