import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../../src/platform/http/server.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { createRequestListener } from '../../../src/serve/request-listener.ts';
import { type HTTPResponse, openConnection } from '../../connection.ts';
import { openAPI } from '../api.ts';
import { createTestConnections, createTestQueue } from '../test-connections.ts';

/** Opens the API behind a real socket, to which a test writes bytes. */
async function openServer(baseURL = 'http://localhost', fetch?: Parameters<typeof createRequestListener>[0]) {
  const { app, owner } = await openAPI();
  const log = { error: () => expect.fail('Nothing here is a defect of the service.') };
  const listener = createRequestListener(fetch ?? app.fetch, { log, random: systemRandom, baseURL });
  const server = createHttpServer({
    ping(path, _request, response) {
      if (!path.startsWith('/ping/')) return false;
      response.end();
      return true;
    },
    application: listener,
    connections: createTestConnections(),
    queue: createTestQueue(),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    server,
    port,
    authorization: `Authorization: Bearer ${owner.token}\r\n`,
    /** Sends bytes and reads until one response is complete. */
    async exchange(
      ...parts: readonly (string | Uint8Array)[]
    ): Promise<{ status: number; headers: HTTPResponse['headers']; body: string }> {
      const { socket, write, respond } = openConnection(port);
      write(...parts);
      const answered = await respond();
      socket.destroy();
      if (answered === null) throw new Error('The connection was closed without a response.');
      return { status: answered.status, headers: answered.headers, body: answered.text };
    },
  };
}

describe('requests over a real socket', () => {
  test.each([
    ['no Host', 'GET /v1/projects/ HTTP/1.1\r\n'],
    ['HTTP/1.0', 'GET /v1/projects/ HTTP/1.0\r\n'],
    ['an absolute address', 'GET http://elsewhere.example/v1/projects/ HTTP/1.1\r\nHost: x\r\n'],
  ])('a request with %s is answered', async (_, head) => {
    const { exchange, authorization } = await openServer();
    const { status, body } = await exchange(`${head}${authorization}\r\n`);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ success: true });
  });

  test.each([
    ['a Host that is none', 'GET /v1/projects/ HTTP/1.1\r\nHost: a b/c\r\n'],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n'],
    ['a backslash in its path', 'GET /v1\\projects HTTP/1.1\r\nHost: x\r\n'],
  ])('a request with %s is refused in the envelope', async (_, head) => {
    const { exchange, authorization } = await openServer();
    const { status, body } = await exchange(`${head}${authorization}\r\n`);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ success: false, data: { error: { code: 'bad_request' } } });
  });

  test('an uncommon method gets 405 in the envelope', async () => {
    const { exchange, authorization } = await openServer();
    const { status, body } = await exchange(
      `TRACE /v1/projects/ HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`,
    );
    expect({ status, body: JSON.parse(body) }).toMatchObject({ status: 405, body: { success: false } });
  });

  test('a body that is too large is refused, with or without a declared length', async () => {
    const { exchange, authorization } = await openServer();
    const head = `POST /v1/monitors/ HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\n`;
    const bytes = new Uint8Array(2_000_000).fill(0x20);
    const said = await exchange(`${head}Content-Length: 2000000\r\n\r\n`, bytes);
    const chunked = await exchange(
      `${head}Transfer-Encoding: chunked\r\n\r\n1e8480\r\n`,
      bytes,
      '\r\n0\r\n\r\n',
    );
    expect([said.status, chunked.status]).toEqual([413, 413]);
  });

  test('a GET with a body is answered after the body, because closing the connection earlier resets it', async () => {
    const { server, port } = await openServer('http://localhost', (_, { incoming }) =>
      Response.json({ isComplete: incoming.complete }),
    );
    const { socket, write, respond } = openConnection(port);
    server.once('request', () => write('null'));
    write('GET / HTTP/1.1\r\nContent-Length: 4\r\nConnection: close\r\n\r\n');
    expect(await respond()).toMatchObject({ text: '{"isComplete":true}' });
    socket.destroy();
  });

  test('a body that is announced with Expect: 100-continue arrives', async () => {
    const { exchange, authorization } = await openServer();
    const head = `POST /v1/projects/ HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\n`;
    const { status } = await exchange(
      `${head}Expect: 100-continue\r\nContent-Length: 12\r\n\r\n`,
      '{"name":"a"}',
    );
    expect(status).toBe(201);
  });

  test.each([
    ['https://overdue.example.com', 'max-age=31536000'],
    ['http://overdue.example.com', undefined],
  ])('answers of the API at %s demand HTTPS: %s', async (baseURL, header) => {
    const { exchange } = await openServer(baseURL);
    const responses = [
      await exchange('GET /v1/monitors/ HTTP/1.1\r\n\r\n'),
      await exchange('GET /v1/openapi.json HTTP/1.1\r\n\r\n'),
    ];
    for (const { headers } of responses) expect(headers['strict-transport-security']).toBe(header);
  });

  test('a public document has a version, and is sent again only when that has changed', async () => {
    const { exchange } = await openServer();
    const ask = (more: string) => exchange(`GET /v1/openapi.json HTTP/1.1\r\n${more}\r\n`);
    const first = await ask('');
    expect(first).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(Number(first.headers['content-length'])).toBe(Buffer.byteLength(first.body));
    expect(JSON.parse(first.body)).toMatchObject({ openapi: '3.1.0' });
    const again = await ask(`If-None-Match: ${first.headers.etag}\r\n`);
    expect(again).toMatchObject({ status: 304, body: '' });
    const compressed = await ask('Accept-Encoding: gzip\r\n');
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(compressed.headers.etag).not.toBe(first.headers.etag);
  });
});
