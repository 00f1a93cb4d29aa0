import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createTestConnections, createTestQueue } from '../../../test/http/test-connections.ts';
import { createHttpServer } from './server.ts';

/** Connects to a server that leaves pings unanswered until the test responds. `peer` is the server's side of the connection. */
async function openConnection(): Promise<{
  readonly server: Server;
  readonly client: Socket;
  readonly peer: Socket;
  readonly pings: readonly ServerResponse[];
  pinged(count: number): Promise<void>;
}> {
  const pings: ServerResponse[] = [];
  let seen = (): void => {};
  const server = createHttpServer({
    ping(path, request, response) {
      if (!path.startsWith('/ping/')) return false;
      request.resume();
      pings.push(response);
      seen();
      return true;
    },
    application: (_, response) => response.end('application'),
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
  const connected = once(server, 'connection');
  const client = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  const [peer] = await connected;
  return {
    server,
    client,
    peer,
    pings,
    async pinged(count) {
      while (pings.length < count) {
        await new Promise<void>((resolve) => {
          seen = resolve;
        });
      }
    },
  };
}

function problem(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'did not arrive in time'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'larger than 16384 bytes'],
  ['HPE_INVALID_METHOD', '400 Bad Request', 'not a valid HTTP request'],
])('the error of Node %s is answered with %s in the envelope', async (code, status, message) => {
  const { server, client, peer } = await openConnection();
  // Node looks for slow requests only every 30 s, which is too long for a test.
  server.emit('clientError', problem(code), peer);
  const response = await text(client);
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(head).toContain('Connection: close');
  expect(head).toContain(`Content-Length: ${body.length}`);
  expect(JSON.parse(body)).toEqual({
    success: false,
    data: { error: { code: 'bad_request', message: expect.stringContaining(message) } },
  });
});

test('complete requests are answered in order before a malformed one after them', async () => {
  const { client, pings, pinged } = await openConnection();
  const request = 'GET /ping/abcdefgh HTTP/1.1\r\n\r\n';
  client.write(`${request}${request}not HTTP\r\n\r\n`);
  const whole = text(client);
  await pinged(2);
  client.write('nor is this\r\n\r\n');
  pings[1]?.end('second');
  pings[0]?.end('first');
  const responses = (await whole).match(/HTTP\/1\.1 \d+|first|second|not a valid/g);
  expect(responses).toEqual([
    'HTTP/1.1 200',
    'first',
    'HTTP/1.1 200',
    'second',
    'HTTP/1.1 400',
    'not a valid',
  ]);
});

test('a malformed request is refused immediately, even while its handler waits', async () => {
  const { client, pinged } = await openConnection();
  client.write('POST /ping/abcdefgh HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n');
  await pinged(1);
  client.write('no size\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a reset connection is closed without a response', async () => {
  const { server, client, peer } = await openConnection();
  server.emit('clientError', problem('ECONNRESET'), peer);
  expect(await text(client)).toBe('');
});

test('a busy connection ends with its next response after the server has closed', async () => {
  const { server, client, pings, pinged } = await openConnection();
  client.write('GET /ping/abcdefgh HTTP/1.1\r\n\r\n');
  await pinged(1);
  server.close();
  client.write('GET /ping/abcdefgh HTTP/1.1\r\n\r\nGET /v1/ HTTP/1.1\r\n\r\n');
  await pinged(2);
  pings[0]?.end('first');
  pings[1]?.end('second');
  const responses = (await text(client)).match(/Connection: \S+|first|second|application/g);
  expect(responses).toEqual(['Connection: keep-alive', 'first', 'Connection: close', 'second']);
});
