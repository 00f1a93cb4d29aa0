import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { openConnection, request, send } from '../connection.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer } from '../running-server.ts';
import { expectAccepted, expectRefused, lastBodyOf, lastEventOf, ping } from './ping-response.ts';

const LIMIT = 100_000;
const MEGABYTE = 1024 * 1024;
const CUT = [`The body was cut: its first ${LIMIT} bytes were kept.`];

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

function numbered(size: number): Buffer {
  return Buffer.alloc(
    size,
    Array.from({ length: 16_384 }, (_, line) => String(line).padStart(7, '0')).join('\n'),
  );
}

async function expectNoBody(monitor: RunningMonitor): Promise<void> {
  const event = await lastEventOf(server, monitor);
  expect(event).toMatchObject({ bodySize: 0, warnings: [] });
  const path = `/v1/monitors/${monitor.shortID}/events/${event.number}/body/`;
  const response = await send(server.port, 'GET', path, {
    headers: [`Authorization: Bearer ${server.token}`],
  });
  expect(response.status).toBe(404);
}

describe('bodies', () => {
  test.each([
    [],
    ['Content-Type: text/plain'],
    ['Content-Type: text/plain; charset=utf-8'],
    ['Content-Type: application/json'],
    ['Content-Type: application/json; charset=utf-16'],
    ['Content-Type: application/x-www-form-urlencoded'],
    ['Content-Type: multipart/form-data'],
    ['Content-Type: application/octet-stream'],
    ['Content-Type: video/mp4'],
    ['Content-Type: not a type'],
    ['Content-Type: ;;;'],
    ['Content-Type:'],
    ['Content-Type: text/plain', 'Content-Type: image/png'],
    ['Content-Encoding: identity', 'Content-Type: text/plain'],
    ['Content-MD5: wrong', 'Content-Language: lv', 'If-Match: "x"', 'Range: bytes=0-1'],
  ])('a ping is never lost to a body of any content type: %s', async (...headers) => {
    const monitor = await server.createMonitor();
    const body = 'backup: 1289 files\nwarning=%d&{"x":\n\n';
    const { event } = await ping(server, `${monitor.path}/end`, { method: 'POST', headers, body });
    expect(event).toMatchObject({ number: 1, type: 'end', warnings: [] });
    expect(await lastEventOf(server, monitor)).toMatchObject({ method: 'POST', bodySize: body.length });
    expect(String(await lastBodyOf(server, monitor))).toBe(body);
  });

  test.each([
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x00, 0x80, 0x0a])],
    ['NUL bytes', Buffer.alloc(100)],
    ['half a character at its end', Buffer.from('grün').subarray(0, 3)],
    ['gzip that no header names', gzipSync(Buffer.alloc(50_000, 'log line\n'))],
    ['what looks like HTTP', Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello')],
    ['one byte', Buffer.from('x')],
    ['exactly as many bytes as are kept', numbered(LIMIT)],
  ])('keeps a body with %s unchanged', async (_, body) => {
    const monitor = await server.createMonitor();
    const { event } = await ping(server, `${monitor.path}/0`, { method: 'POST', body });
    expect(event.warnings).toEqual([]);
    expect(await lastEventOf(server, monitor)).toMatchObject({ bodySize: body.byteLength });
    expect((await lastBodyOf(server, monitor)).equals(body)).toBe(true);
  });

  test.each(['', '/start', '/log', '/fail', '/3'])('a body is kept with the endpoint %j', async (action) => {
    const monitor = await server.createMonitor();
    await ping(server, `${monitor.path}${action}`, { method: 'POST', body: 'said' });
    expect(String(await lastBodyOf(server, monitor))).toBe('said');
  });

  test('an empty body is not stored as a log', async () => {
    const monitor = await server.createMonitor();
    const empty = await ping(server, `${monitor.path}/start`, { method: 'POST', body: '' });
    expect(empty.event.number).toBe(1);
    await expectNoBody(monitor);
    const chunked = ['Transfer-Encoding: chunked'];
    const connection = openConnection(server.port);
    connection.write(request('POST', monitor.path, { headers: chunked }), '0\r\n\r\n');
    expect(expectAccepted((await connection.respond())!).event.number).toBe(2);
    await expectNoBody(monitor);
    connection.socket.destroy();
  });

  test('Methods: the body of a GET or HEAD is read and discarded', async () => {
    const monitor = await server.createMonitor();
    const { event } = await ping(server, `${monitor.path}/end`, { body: 'not a log' });
    expect(event).toMatchObject({ number: 1, warnings: [] });
    await expectNoBody(monitor);
    const large = await ping(server, `${monitor.path}/end`, { body: numbered(3 * LIMIT) });
    expect(large.event).toMatchObject({ number: 2, warnings: [] });
    await expectNoBody(monitor);
    const head = await send(server.port, 'HEAD', `${monitor.path}/end`, { body: numbered(LIMIT + 1) });
    expect(head.status).toBe(200);
    expect(await lastEventOf(server, monitor)).toMatchObject({ number: 3, method: 'HEAD', warnings: [] });
    await expectNoBody(monitor);
  });

  test('chunks are joined, and their extensions and trailers are not part of it', async () => {
    const monitor = await server.createMonitor();
    const connection = openConnection(server.port);
    const headers = ['Transfer-Encoding: chunked', 'Trailer: X-Sum'];
    connection.write(request('POST', `${monitor.path}/end`, { headers }), '5;x=y\r\nhello\r\n');
    connection.write('1\r\n \r\n', '5\r\nworld\r\n0\r\nX-Sum: 1\r\n\r\n');
    expect(expectAccepted((await connection.respond())!).event.number).toBe(1);
    connection.socket.destroy();
    expect(String(await lastBodyOf(server, monitor))).toBe('hello world');
  });

  test('a body that arrives byte by byte is whole', async () => {
    const monitor = await server.createMonitor();
    const connection = openConnection(server.port);
    for (const byte of request('POST', `${monitor.path}/end`, { body: 'slow and steady' })) {
      await new Promise((resolve) => connection.socket.write(Buffer.of(byte), resolve));
    }
    expect(expectAccepted((await connection.respond())!).event.number).toBe(1);
    connection.socket.destroy();
    expect(String(await lastBodyOf(server, monitor))).toBe('slow and steady');
  });

  test('an interrupted body is not a ping', async () => {
    const monitor = await server.createMonitor();
    for (const headers of [['Content-Length: 100'], ['Transfer-Encoding: chunked']]) {
      const connection = openConnection(server.port);
      connection.write(request('POST', `${monitor.path}/fail`, { headers }), '3\r\nabc\r\n');
      await once(connection.socket, 'ready');
      connection.socket.destroySoon();
      await connection.closed;
    }
    await ping(server, `${monitor.path}/end`);
    expect(await lastEventOf(server, monitor)).toMatchObject({ number: 1, type: 'end' });
  });
});

describe('a body above the limit', () => {
  test.each([
    ['one byte more', LIMIT + 1],
    ['10 MB', 10 * MEGABYTE],
  ])('a ping is never lost to the size of a body: %s is cut, and says so', async (_, size) => {
    const monitor = await server.createMonitor();
    const body = numbered(size);
    const { event } = await ping(server, `${monitor.path}/end`, { method: 'POST', body });
    expect(event).toMatchObject({ number: 1, type: 'end', warnings: CUT });
    expect(await lastEventOf(server, monitor)).toMatchObject({ bodySize: LIMIT, warnings: CUT });
    expect((await lastBodyOf(server, monitor)).equals(body.subarray(0, LIMIT))).toBe(true);
  });

  test('the warning follows the warnings about parameters', async () => {
    const { path } = await server.createMonitor();
    const body = numbered(LIMIT + 1);
    const { event } = await ping(server, `${path}/end?duration=x`, { method: 'POST', body });
    expect(event.warnings).toEqual([expect.stringContaining('duration was ignored'), ...CUT]);
  });

  test('a body can be read even if the cut divides a character', async () => {
    const monitor = await server.createMonitor();
    const body = Buffer.from(`x${'ü'.repeat(LIMIT)}`);
    await ping(server, monitor.path, { method: 'POST', body });
    expect((await lastBodyOf(server, monitor)).equals(body.subarray(0, LIMIT))).toBe(true);
  });

  test.each(['Content-Length: 419430400', 'Transfer-Encoding: chunked'])(
    '400 MB with %s are read to the end, the connection continues, and memory stays small',
    async (header) => {
      const monitor = await server.createMonitor();
      const before = server.memory();
      const connection = openConnection(server.port);
      connection.write(request('POST', `${monitor.path}/end`, { headers: [header] }));
      const isChunked = header.startsWith('Transfer');
      const chunk = numbered(MEGABYTE);
      let most = 0;
      for (let count = 0; count < 400; count += 1) {
        const parts = isChunked ? ['100000\r\n', chunk, '\r\n'] : [chunk];
        for (const part of parts) if (!connection.socket.write(part)) await once(connection.socket, 'drain');
        if (count % 20 === 0) most = Math.max(most, server.memory());
      }
      if (isChunked) connection.write('0\r\n\r\n');
      expect(expectAccepted((await connection.respond())!).event).toMatchObject({ number: 1, warnings: CUT });
      expect(most - before).toBeLessThan(200 * MEGABYTE);
      connection.write(request('GET', `${monitor.path}/start`));
      expect(expectAccepted((await connection.respond())!).event.number).toBe(2);
      connection.socket.destroy();
      const [first] = [await lastEventOf(server, monitor)];
      expect(first).toMatchObject({ number: 2, bodySize: 0 });
    },
  );

  test('a refused ping is answered although its body is still on the way, and the connection stays open', async () => {
    const { path } = await server.createMonitor();
    const connection = openConnection(server.port);
    for (let turn = 0; turn < 3; turn += 1) {
      connection.write(request('POST', '/ping/nosuchpingidnosuchpid', { body: numbered(10 * MEGABYTE) }));
      const response = await connection.respond();
      expect([response?.status, expectRefused(response!)]).toEqual([404, 'not_found']);
    }
    connection.write(request('GET', path));
    expect(expectAccepted((await connection.respond())!).event.number).toBe(1);
    connection.socket.destroy();
  });
});
