import { METHODS } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/serve/endpoints.ts';
import { exchange, openConnection, request, send } from '../connection.ts';
import { createSeededRandom } from '../fake-clock.ts';
import { eventsOf } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer } from '../running-server.ts';
import { expectEnvelope, statusesOf } from './envelope.ts';

const MEGABYTE = 1024 * 1024;

let server: RunningServer;
let monitor: RunningMonitor;
beforeAll(async () => {
  server = await startServer();
  monitor = await server.createMonitor();
  const before = server.memory();
  return () => endWell(server, () => expect(server.memory() - before).toBeLessThan(200 * MEGABYTE));
});

/** Checks that the server still serves a valid request. */
async function expectServed(): Promise<void> {
  expect((await send(server.port, 'GET', '/healthz')).status).toBe(200);
}

describe('bytes that are not HTTP', () => {
  test.each([1, 2, 3, 4])(
    'random bytes are refused in the envelope, or the connection is closed (seed %i)',
    async (seed) => {
      const random = createSeededRandom(seed);
      const round = Array.from({ length: 60 }, () => {
        const bytes = Buffer.from(random.bytes(random.between(1, 3000)));
        const start = random.pick([
          '',
          'GET ',
          'POST /ping/',
          `GET ${monitor.path} HTTP/1.1\r\nX: `,
          '\r\n',
          '\x16\x03\x01',
        ]);
        return statusesOf(server, start, bytes, '\r\n\r\n');
      });
      for (const statuses of await Promise.all(round)) expect([[], [400], [431]]).toContainEqual(statuses);
      await expectServed();
    },
  );

  test.each([11, 12, 13, 14])(
    'requests with changed bytes are recorded or refused, and never cause an internal error (seed %i)',
    async (seed) => {
      const random = createSeededRandom(seed);
      const round = Array.from({ length: 60 }, () => {
        const bytes = [
          ...request('POST', `${monitor.path}/end?rid=a&duration=1`, { body: 'hello', headers: ['X: y'] }),
        ];
        for (let change = random.between(1, 4); change > 0; change -= 1) {
          const at = random.between(0, bytes.length - 1);
          bytes.splice(at, random.between(0, 2), ...random.bytes(random.between(0, 2)));
        }
        return statusesOf(server, Uint8Array.from(bytes));
      });
      for (const statuses of await Promise.all(round)) {
        for (const status of statuses) expect([200, 400, 401, 404, 405, 431]).toContain(status);
      }
      await expectServed();
    },
  );

  test.each([
    ['nothing', ''],
    ['line ends alone', '\r\n\r\n\r\n\r\n'],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9', 'GET /\r\n'],
    ['HTTP/3.7', 'GET / HTTP/3.7\r\n\r\n'],
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['SMTP', 'EHLO example.com\r\nMAIL FROM:<a@example.com>\r\n'],
    ['a method that is none', 'HELLO / HTTP/1.1\r\n\r\n'],
    ['a method in lower case', 'get / HTTP/1.1\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nnocolon\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n'],
    ['NUL in a header', 'GET / HTTP/1.1\r\nX: a\0b\r\n\r\n'],
    ['a lone CR in a header', 'GET / HTTP/1.1\r\nX: a\rb: c\r\n\r\n'],
    ['a header that goes on in the next line', 'GET / HTTP/1.1\r\n folded: x\r\n\r\n'],
    ['headers that break off', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
  ])('%s is refused in the envelope, or the connection is closed', async (_, bytes) => {
    expect([[], [400]]).toContainEqual(await statusesOf(server, bytes));
    await expectServed();
  });
});

describe('requests above the limits', () => {
  test.each([
    ['one header of 1 MB', `GET / HTTP/1.1\r\nX: ${'a'.repeat(MEGABYTE)}\r\n\r\n`],
    ['one header just above the limit', `GET / HTTP/1.1\r\nX: ${'a'.repeat(16_384)}\r\n\r\n`],
    ['a header name of 100 kB', `GET / HTTP/1.1\r\n${'a'.repeat(100_000)}: x\r\n\r\n`],
    ['10 000 headers', `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(10_000)}\r\n`],
    ['a path of 100 kB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`],
    ['a query of 100 kB', `GET /ping/abcdefgh?rid=${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`],
  ])('%s is 431 in the envelope', async (_, bytes) => {
    const connection = openConnection(server.port);
    connection.write(bytes);
    const response = await connection.respond();
    // A client that is still sending may get a connection reset before it reads the response.
    if (response !== null) expect(expectEnvelope(response)).toBe(431);
    await connection.closed;
    await expectServed();
  });

  test('a ping with headers just below the limit is recorded', async () => {
    const headers = [`Cookie: ${'a'.repeat(15_000)}`];
    expect((await send(server.port, 'GET', `${monitor.path}/log`, { headers })).status).toBe(200);
    const many = Array.from({ length: 250 }, (_, index) => `X-${index}: y`);
    expect((await send(server.port, 'GET', `${monitor.path}/log`, { headers: many })).status).toBe(200);
  });

  test.each([
    ['ampersands', '&'.repeat(15_000)],
    ['equals signs', '='.repeat(15_000)],
    ['broken escapes', '%'.repeat(15_000)],
    ['bad UTF-8', '%ff'.repeat(5000)],
    ['7000 parameters', 'a&'.repeat(7000)],
    ['3000 times rid', 'rid=a&'.repeat(2500)],
    ['brackets', `${'a['.repeat(3000)}=1`],
    ['keys of prototypes', '__proto__=1&constructor=2&hasOwnProperty=3&__proto__[x]=4'],
    ['question marks', '?'.repeat(10_000)],
  ])('a query of %s', async (_, query) => {
    const startedAt = performance.now();
    for (const path of [`${monitor.path}/log`, '/v1/monitors/', '/healthz', '/nothing']) {
      const response = await exchange(server.port, request('GET', `${path}?${query}`));
      expect([200, 401, 404]).toContain(expectEnvelope(response!));
    }
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

describe('requests with ambiguous ends', () => {
  const hidden = () => `GET ${monitor.path}/fail?rid=smuggled HTTP/1.1\r\nHost: x\r\n\r\n`;
  const both = (length: number) => `Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n`;

  test.each([
    ['a length and chunks', () => `${both(4)}\r\n0\r\n\r\n${hidden()}`],
    [
      'chunks and a length',
      () => `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${hidden()}`,
    ],
    ['two lengths', () => `Content-Length: 0\r\nContent-Length: 5\r\n\r\n${hidden()}`],
    ['a list of lengths', () => `Content-Length: 0, 5\r\n\r\n${hidden()}`],
    ['a length with a sign', () => `Content-Length: +5\r\n\r\n${hidden()}`],
    ['a negative length', () => `Content-Length: -5\r\n\r\n${hidden()}`],
    ['a length in hexadecimal', () => `Content-Length: 0x5\r\n\r\n${hidden()}`],
    ['a length that no number holds', () => `Content-Length: 99999999999999999999999\r\n\r\n${hidden()}`],
    ['an unknown coding', () => `Transfer-Encoding: xchunked\r\n\r\n${hidden()}`],
    ['chunks that are not last', () => `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden()}`],
    ['a space before the colon', () => `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden()}`],
    [
      'a tab before the name',
      () => `X: y\r\n\tTransfer-Encoding: chunked\r\n${both(3)}\r\n0\r\n\r\n${hidden()}`,
    ],
    ['a chunk whose size is none', () => `Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n${hidden()}`],
    ['a chunk of negative size', () => `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${hidden()}`],
    [
      'a chunk too large for a number',
      () => `Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n\r\n${hidden()}`,
    ],
    [
      'a chunk longer than its size',
      () => `Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n${hidden()}`,
    ],
    ['line ends without CR', () => `Transfer-Encoding: chunked\n\n0\n\n${hidden()}`],
  ])('%s: the request is refused, and a hidden request behind it has no effect', async (_, rest) => {
    for (const path of [`${monitor.path}/log`, '/v1/monitors/']) {
      const statuses = await statusesOf(server, `POST ${path} HTTP/1.1\r\nHost: x\r\n${rest()}`);
      expect([[400], [401], [401, 400], []]).toContainEqual(statuses);
    }
    const events = await eventsOf(server, monitor);
    expect(events.filter(({ type }) => type === 'fail')).toEqual([]);
    await expectServed();
  });
});

describe('paths', () => {
  const path = () => monitor.path;
  const id = () => monitor.pingID;

  test.each([
    ['two slashes first', () => `/${path()}`, 404],
    ['two slashes within', () => path().replace('/ping/', '/ping//'), 404],
    ['upper case', () => path().toUpperCase(), 404],
    ['dots up to the API', () => '/ping/../v1/monitors/', 404],
    ['dots within', () => `/ping/./${id()}`, 404],
    ['dots after the ID', () => `${path()}/..`, 404],
    ['encoded dots', () => '/ping/%2e%2e/v1/monitors/', 404],
    ['an encoded slash', () => path().replace('/ping/', '/ping%2F'), 404],
    ['an encoded letter', () => path().replace('/ping', '/%70ing'), 404],
    [
      'an encoded ID',
      () => `/ping/${[...id()].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')}`,
      404,
    ],
    ['a backslash', () => `\\ping\\${id()}`, 400],
    ['a backslash within', () => `/ping\\${id()}`, 400],
    ['NUL', () => `${path()}\0`, 400],
    ['an encoded NUL', () => `${path()}%00`, 404],
    ['a line break', () => `${path()}%0d%0aX-Injected:%20yes`, 404],
    ['a tab', () => `${path()}\t`, 400],
    ['a semicolon', () => `${path()};jsessionid=1`, 404],
    ['a fragment', () => `${path()}#start`, 404],
    ['bytes beyond ASCII', () => `/ping/${'\u00fc'.repeat(10)}`, 404],
    ['an emoji', () => '/ping/😀😀😀😀', 404],
    ['a bare ID of other length', () => `/${id()}0`, 404],
    ['another scheme', () => `ftp://x${path()}`, 400],
    ['no path', () => '*', 400],
    ['a host alone', () => 'example.com:443', 400],
    ['a file', () => '/ping/../../../../etc/passwd', 404],
    ['a path of the source', () => '/server/src/main.ts', 404],
    ['well-known', () => '/.env', 404],
  ])('a request target with %s is answered, and stores nothing', async (_, target, status) => {
    const before = await eventsOf(server, monitor);
    const [first] = await statusesOf(server, `GET ${target()} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(first).toBe(status);
    expect(await eventsOf(server, monitor)).toEqual(before);
  });

  test('an address with a user and password is an ordinary path, and user and password are not stored', async () => {
    const [status] = await statusesOf(
      server,
      `GET http://somebody:hunter2@x${path()}/log HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(status).toBe(200);
    expect(JSON.stringify(await eventsOf(server, monitor, 1))).not.toContain('hunter2');
  });
});

test('wrong methods on every path are errors in the envelope', async () => {
  const paths = [
    ...new Set(ENDPOINTS.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'nosuchthng'))),
    ...[
      '/',
      '/ping/',
      '/ping/nosuchpingid',
      '/ping/nosuchpingid/start',
      '/v1/',
      '/v1/docs',
      '/v1/openapi.json',
    ],
    ...['/healthz', '/readyz', '/metrics', '/nothing', '/nosuchpingidnosuchpid'],
  ];
  for (const authorization of [[], [`Authorization: Bearer ${server.token}`]]) {
    for (const path of paths) {
      const connection = openConnection(server.port);
      // A live stream never ends, so its connection accepts no further request.
      const methods = METHODS.filter(
        (method) => method !== 'CONNECT' && !(method === 'GET' && path === '/v1/live/'),
      );
      const headers = [...authorization, 'Content-Type: application/json'];
      for (const method of methods) {
        connection.write(request(method, path, { headers, body: '{}' }));
        const response = await connection.respond(method);
        expect(response, `${method} ${path}`).not.toBeNull();
        const status = expectEnvelope(response!);
        const isError = !['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'].includes(method);
        if (isError) expect([400, 401, 404, 405], `${method} ${path}`).toContain(status);
      }
      connection.socket.destroy();
    }
  }
});
