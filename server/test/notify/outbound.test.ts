import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Resolve } from '../../src/platform/outbound/guarded-lookup.ts';
import { createRequest } from '../../src/platform/outbound/outbound.ts';
import { OutboundError } from '../../src/platform/outbound/outbound-error.ts';
import type { OutboundRequest } from '../../src/platform/outbound/request.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { createFakeClock } from '../fake-clock.ts';
import { CERTIFICATE } from './certificate.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const LOOPBACK: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];

let receiver: Receiver;
let port: string;
beforeEach(async () => {
  receiver = await startReceiver();
  port = new URL(receiver.origin).port;
});
afterEach(() => receiver.close());

/** `request` allows all addresses, and `guarded` only public addresses. */
const request = createRequest({ clock: systemClock, isAllowedAddress: () => true, resolve: LOOPBACK });
const guarded = createRequest({ clock: systemClock, isAllowedAddress: () => false, resolve: LOOPBACK });

const get = (url: string): OutboundRequest => ({ method: 'GET', url });

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.address() as AddressInfo).port;
}

async function errorOf(attempt: Promise<unknown>): Promise<OutboundError> {
  const error = await attempt.then(
    () => new Error('It was sent.'),
    (reason: unknown) => reason,
  );
  if (error instanceof OutboundError) return error;
  throw error;
}

async function messageOf(attempt: Promise<unknown>): Promise<string> {
  return (await errorOf(attempt)).message;
}

describe('a request', () => {
  test('arrives unchanged, and the response is returned', async () => {
    receiver.react({ status: 202, body: 'taken', headers: { 'X-Id': '7', 'set-cookie': 'a=1' } });
    const response = await request({
      method: 'POST',
      url: `http://hooks.example.com:${port}/a%20b/c?d=1`,
      headers: { 'Content-Type': 'text/plain', 'X-Name': 'grün' },
      body: 'Ausfall: größer',
    });
    expect(response).toMatchObject({
      status: 202,
      body: 'taken',
      headers: { 'x-id': '7', 'set-cookie': 'a=1' },
    });
    expect(receiver.last()).toMatchObject({ method: 'POST', path: '/a%20b/c?d=1', body: 'Ausfall: größer' });
    expect(receiver.last().headers).toMatchObject({
      host: `hooks.example.com:${port}`,
      'content-type': 'text/plain',
      'content-length': String(Buffer.byteLength('Ausfall: größer')),
    });
  });

  test.each([301, 302, 303, 307, 308])('follows no redirect with %i', async (status) => {
    receiver.react({ status, headers: { location: `${receiver.origin}/inner` } });
    expect(await request(get(`${receiver.origin}/`))).toMatchObject({ status });
    expect(receiver.received).toHaveLength(1);
  });

  test('a connection is used again', async () => {
    const ports = new Set<number | undefined>();
    const server = createServer((incoming, response) => {
      ports.add(incoming.socket.remotePort);
      response.end('ok');
    });
    const url = `http://127.0.0.1:${await listen(server)}/`;
    for (let n = 0; n < 3; n += 1) await request(get(url));
    expect(ports.size).toBe(1);
    server.closeAllConnections();
    server.close();
  });

  test('is sent again when the kept connection was closed just before', async () => {
    let requests = 0;
    const server = createServer((incoming, response) => {
      requests += 1;
      if (requests === 2) incoming.socket.resetAndDestroy();
      else response.end('ok');
    });
    const url = `http://127.0.0.1:${await listen(server)}/`;
    await request(get(url));
    expect(await request({ method: 'POST', url, body: 'x' })).toMatchObject({ status: 200 });
    expect(requests).toBe(3);
    server.closeAllConnections();
    server.close();
  });
});

describe('private addresses', () => {
  const names = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ];
  test.each([...names, '127.0.0.1.'])('%s is refused', async (host) => {
    expect(await messageOf(guarded(get(`http://${host}:${port}/?token=hunter2`)))).toMatch(
      /^([\da-f.:]+) is not a public address\. The operator of Overdue can add it to the allowed addresses: ALLOW_PRIVATE_ADDRESSES=\1\.$/,
    );
    expect(receiver.received).toHaveLength(0);
  });

  test.each(['169.254.169.254', '[fd00:ec2::254]', '0.0.0.0', '0', '[::]', '[::ffff:169.254.169.254]'])(
    '%s is refused even if the operator allows all addresses',
    async (host) => {
      expect(await messageOf(request(get(`http://${host}:${port}/?token=hunter2`)))).toMatch(
        /^[\da-f.:]+ can't be a receiver, because it belongs to the machine or network of Overdue itself\.$/,
      );
      expect(receiver.received).toHaveLength(0);
    },
  );

  test('a private address behind a name is refused', async () => {
    const message = await messageOf(guarded(get(`http://hooks.example.com:${port}/hunter2`)));
    expect(message).toMatch(/^hooks\.example\.com can't be reached: there is no such host, or/);
    expect(receiver.received).toHaveLength(0);
  });

  test("a private address has the same error as an unknown name, so that private hosts can't be listed", async () => {
    const missing = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const lost = createRequest({
      clock: systemClock,
      isAllowedAddress: () => false,
      resolve: () => Promise.reject(missing),
    });
    const empty = createRequest({
      clock: systemClock,
      isAllowedAddress: () => false,
      resolve: async () => [],
    });
    const url = `http://hooks.example.com:${port}/`;
    const failures = await Promise.all([lost, empty, guarded].map((send) => errorOf(send(get(url)))));
    expect(new Set(failures.map(({ message }) => message)).size).toBe(1);
    expect(failures.map(({ reason }) => reason)).toEqual([
      'hooks.example.com: no such host',
      'hooks.example.com: no such host',
      'hooks.example.com: not a public address',
    ]);
  });

  test('a redirect to a private address is refused, because no redirect is followed', async () => {
    const only = createRequest({
      clock: systemClock,
      isAllowedAddress: (address) => address === '127.0.0.1',
      resolve: LOOPBACK,
    });
    receiver.react({ status: 307, headers: { location: 'http://169.254.169.254/latest/meta-data/' } });
    expect(await only(get(receiver.origin))).toMatchObject({ status: 307 });
  });

  test('a private address is skipped if the name has an allowed address as well', async () => {
    const some = createRequest({
      clock: systemClock,
      isAllowedAddress: (address) => address === '127.0.0.1',
      resolve: async () => [
        { address: '10.0.0.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    });
    expect(await some(get(`http://hooks.example.com:${port}/`))).toMatchObject({ status: 200 });
  });

  test("a host name can't switch to a private address between two look-ups", async () => {
    let lookups = 0;
    const rebinding = createRequest({
      clock: systemClock,
      isAllowedAddress: (address) => address === '127.0.0.1',
      resolve: async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
      },
    });
    receiver.react({ status: 200, headers: { connection: 'close' } });
    await rebinding(get(`http://rebind.example.com:${port}/`));
    expect(lookups).toBe(1);
    expect(await messageOf(rebinding(get(`http://rebind.example.com:${port}/`)))).toContain(
      'there is no such host, or its address is not public',
    );
    expect(receiver.received).toHaveLength(1);
  });
});

describe('failed requests', () => {
  test.each<[string, Partial<OutboundRequest>]>([
    ['another scheme', { url: 'file:///etc/passwd' }],
    ['no URL', { url: 'hooks.example.com/hunter2' }],
    ['a password in the URL', { url: 'http://me:hunter2@hooks.example.com/' }],
    ['a line break in a header', { headers: { 'X-Name': 'a\r\nX-Other: hunter2' } }],
    ['a NUL in a header', { headers: { 'X-Name': 'hunter2\0' } }],
    ['a header outside of Latin-1', { headers: { 'X-Name': 'hunter2 ✓' } }],
    ['a line break in a header’s name', { headers: { 'X-Name\r\nX-Other': '1' } }],
    ['an empty name of a header', { headers: { '': '1' } }],
    ['a host of its own', { headers: { Host: 'inner.example.com' } }],
    ['a length of its own', { headers: { 'content-length': '3' } }],
    ['chunks', { headers: { 'Transfer-Encoding': 'chunked' } }],
    [
      'too many headers',
      { headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`x-${n}`, ''])) },
    ],
    ['too long headers', { headers: { 'x-long': 'x'.repeat(16_001) } }],
    ['a body of more than 256 kB', { body: 'ä'.repeat(128_001) }],
  ])('refuses a request with %s', async (_, part) => {
    const message = await messageOf(request({ method: 'POST', url: receiver.origin, ...part }));
    expect(message).not.toContain('hunter2');
    expect(receiver.received).toHaveLength(0);
  });

  test('the largest body that is allowed arrives', async () => {
    await request({ method: 'POST', url: receiver.origin, body: 'x'.repeat(256_000) });
    expect(receiver.last().body).toHaveLength(256_000);
  });
});

describe('a response', () => {
  test('is cut after 64 kB, without waiting for its end', async () => {
    const server = createServer((_, response) => void response.write('x'.repeat(100_000)));
    const answer = await request(get(`http://127.0.0.1:${await listen(server)}/`));
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toHaveLength(64_000);
    server.closeAllConnections();
    server.close();
  });

  test('counts even if the connection breaks after its status', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('tak', () => response.socket?.destroy());
    });
    expect(await request(get(`http://127.0.0.1:${await listen(server)}/`))).toMatchObject({
      status: 200,
      body: 'tak',
    });
    server.close();
  });

  test.each([
    ['none at all', 'hang' as const],
    ['a reset', 'reset' as const],
  ])('%s is an error', async (_, reaction) => {
    const clock = createFakeClock(0);
    const patient = createRequest({ clock, isAllowedAddress: () => true });
    receiver.react(reaction);
    const attempt = messageOf(patient(get(`${receiver.origin}/hunter2`)));
    await receiver.arrived(1);
    if (reaction === 'hang') await clock.advance(10_000);
    const host = `127.0.0.1:${port}`;
    expect(await attempt).toBe(
      reaction === 'hang'
        ? `${host} did not answer within 10 seconds.`
        : `${host} closed the connection without a response.`,
    );
    expect(clock.pending()).toBe(0);
  });

  test('has a status even if its body never ends', async () => {
    const hurried = createRequest({ clock: systemClock, isAllowedAddress: () => true, timeoutMs: 500 });
    const server = createServer((_, response) => void response.writeHead(500).write('slow'));
    expect(await hurried(get(`http://127.0.0.1:${await listen(server)}/`))).toMatchObject({
      status: 500,
      body: 'slow',
    });
    server.closeAllConnections();
    server.close();
  });

  test('a response in another protocol is an error', async () => {
    const server = createTcpServer((socket) => void socket.end('220 mail.example.com ESMTP\r\n'));
    const at = await listen(server);
    expect(await messageOf(request(get(`http://127.0.0.1:${at}/`)))).toBe(
      `The response of 127.0.0.1:${at} is not HTTP.`,
    );
    server.close();
  });

  test('a closed port is an error', async () => {
    const server = createTcpServer();
    const at = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await messageOf(request(get(`http://127.0.0.1:${at}/`)))).toBe(
      `127.0.0.1:${at} refused the connection.`,
    );
  });

  test('an untrusted certificate is an error', async () => {
    const server = createSecureServer(CERTIFICATE, (_, response) => response.end('ok'));
    const at = await listen(server);
    expect(await messageOf(request(get(`https://hooks.example.com:${at}/`)))).toContain(
      `The certificate of hooks.example.com:${at} can't be trusted`,
    );
    server.close();
  });

  test('a host without an address is an error', async () => {
    const missing = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const lost = createRequest({
      clock: systemClock,
      isAllowedAddress: () => false,
      resolve: () => Promise.reject(missing),
    });
    expect(await messageOf(lost(get('https://gone.example.com/')))).toMatch(
      /^gone\.example\.com can't be reached: there is no such host, or .* Check the name\./,
    );
  });
});
