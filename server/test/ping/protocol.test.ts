import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { exchange, openConnection, request, send } from '../connection.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { eventsOf, expectAccepted, expectRefused, lastBodyOf, lastEventOf, ping } from './ping-response.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

describe('methods', () => {
  test('Methods: pings take GET, HEAD and POST', async () => {
    const monitor = await server.createMonitor();
    for (const method of ['GET', 'POST']) {
      expectAccepted(await send(server.port, method, `${monitor.path}/end`));
      expect(await lastEventOf(server, monitor)).toMatchObject({ method, type: 'end' });
    }
    const head = await send(server.port, 'HEAD', `${monitor.path}/start`);
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
    expect(head.headers).toMatchObject({
      'content-type': 'application/json',
      'ping-body-limit': '100000',
      'access-control-allow-origin': '*',
    });
    expect(await lastEventOf(server, monitor)).toMatchObject({ number: 3, method: 'HEAD', type: 'start' });
  });

  test.each(['PATCH', 'DELETE', 'TRACE', 'QUERY', 'PROPFIND', 'M-SEARCH'])(
    '%s gets 405 with the allowed methods, and records nothing',
    async (method) => {
      const monitor = await server.createMonitor();
      const response = await send(server.port, method, `${monitor.path}/fail`, { body: 'x' });
      expect([response.status, expectRefused(response)]).toEqual([405, 'method_not_allowed']);
      expect(response.headers.allow).toBe('GET, HEAD, POST, PUT, OPTIONS');
      expect(await eventsOf(server, monitor)).toEqual([]);
    },
  );

  test('CORS: a browser may ask, and ping from any page', async () => {
    const monitor = await server.createMonitor();
    const headers = [
      'Origin: https://app.example.com',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: content-type,x-api-key',
    ];
    const preflight = await send(server.port, 'OPTIONS', `${monitor.path}/end`, { headers });
    expect(preflight).toMatchObject({ status: 204, text: '' });
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT',
      'access-control-allow-headers': '*',
      'ping-body-limit': '100000',
    });
    expect(await eventsOf(server, monitor)).toEqual([]);
    const response = await send(server.port, 'POST', `${monitor.path}/end`, { headers });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expectAccepted(response);
  });

  test('CORS: a page may read the limit and Retry-After', async () => {
    const { path } = await server.createMonitor();
    const { headers } = await send(server.port, 'GET', path, {
      headers: ['Origin: https://app.example.com'],
    });
    expect(headers['access-control-expose-headers']).toBe('Ping-Body-Limit, Retry-After');
  });

  test.each([
    ['404', 'GET', '/ping/nosuchpingidnosuchpid'],
    ['404 of HEAD', 'HEAD', '/ping/nosuchpingidnosuchpid'],
    ['405', 'PATCH', '/ping/nosuchpingidnosuchpid'],
    ['a malformed ID', 'GET', '/ping/x'],
    ['OPTIONS', 'OPTIONS', '/ping/x'],
  ])('Ping-Body-Limit and CORS are on every answer: %s', async (_, method, path) => {
    const { headers } = await send(server.port, method, path);
    expect(headers).toMatchObject({ 'ping-body-limit': '100000', 'access-control-allow-origin': '*' });
  });
});

describe('HTTP', () => {
  test('HTTP/1.0 without a Host is answered and the connection closed', async () => {
    const { path } = await server.createMonitor();
    const connection = openConnection(server.port);
    connection.write(`GET ${path}/start HTTP/1.0\r\n\r\n`);
    const response = await connection.respond();
    expect(expectAccepted(response!).event).toMatchObject({ number: 1, type: 'start' });
    expect(response?.headers.connection).toBe('close');
    await connection.closed;
  });

  test('HTTP/1.0 may keep the connection', async () => {
    const { path } = await server.createMonitor();
    const connection = openConnection(server.port);
    for (let number = 1; number <= 3; number += 1) {
      connection.write(`GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`);
      expect(expectAccepted((await connection.respond())!).event.number).toBe(number);
    }
    connection.socket.destroy();
  });

  test('HTTP/1.0 may send a body', async () => {
    const monitor = await server.createMonitor();
    const response = await exchange(
      server.port,
      `POST ${monitor.path}/end HTTP/1.0\r\nContent-Length: 5\r\n\r\nhello`,
    );
    expect(expectAccepted(response!).event.number).toBe(1);
    expect(String(await lastBodyOf(server, monitor))).toBe('hello');
  });

  test.each([
    ['no Host', ''],
    ['an empty Host', 'Host:\r\n'],
    ['a Host that is none', 'Host: a b/c\r\n'],
    ['a foreign Host', 'Host: elsewhere.example\r\n'],
  ])('HTTP/1.1 with %s', async (_, host) => {
    const { path } = await server.createMonitor();
    const response = await exchange(server.port, `GET ${path} HTTP/1.1\r\n${host}\r\n`);
    expect(expectAccepted(response!).event.number).toBe(1);
  });

  test('a line end without a carriage return is refused', async () => {
    const { path } = await server.createMonitor();
    const response = await exchange(server.port, `GET ${path} HTTP/1.1\nHost: x\n\n`);
    expect([response?.status, response?.json.success]).toEqual([400, false]);
  });

  test('an absolute address, as sent to proxies, works as its path', async () => {
    const monitor = await server.createMonitor();
    for (const origin of [server.baseURL, 'https://elsewhere.example', 'HTTP://x']) {
      const { event } = await ping(server, `${origin}${monitor.path}/start?rid=a`);
      expect(event).toMatchObject({ type: 'start', runID: 'a' });
    }
    expect(await eventsOf(server, monitor)).toHaveLength(3);
  });

  test('Expect: 100-continue is answered before the body is sent', async () => {
    const monitor = await server.createMonitor();
    const connection = openConnection(server.port);
    connection.write(
      request('POST', `${monitor.path}/end`, { headers: ['Expect: 100-continue', 'Content-Length: 5'] }),
    );
    await once(connection.socket, 'data');
    connection.write('hello');
    expect(expectAccepted((await connection.respond())!).event.number).toBe(1);
    expect(connection.continued()).toBe(1);
    connection.socket.destroy();
    expect(String(await lastBodyOf(server, monitor))).toBe('hello');
  });

  test('another Expect does not lose a ping', async () => {
    const { path } = await server.createMonitor();
    expect((await ping(server, path, { headers: ['Expect: miracles'] })).event.number).toBe(1);
  });

  test('an offer to speak another protocol is ignored', async () => {
    const { path } = await server.createMonitor();
    for (const headers of [
      ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
      ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: AAAA', 'Sec-WebSocket-Version: 13'],
    ]) {
      const connection = openConnection(server.port);
      connection.write(request('GET', path, { headers }));
      expectAccepted((await connection.respond())!);
      connection.socket.destroy();
    }
  });

  test('keep-alive: one connection carries many pings', async () => {
    const { path } = await server.createMonitor();
    const connection = openConnection(server.port);
    for (let number = 1; number <= 50; number += 1) {
      const body = number % 3 === 0 ? { body: 'x'.repeat(number) } : {};
      connection.write(request(number % 3 === 0 ? 'POST' : 'GET', path, body));
      const response = await connection.respond();
      expect(expectAccepted(response!).event.number).toBe(number);
      expect(response?.headers.connection).toBe('keep-alive');
    }
    connection.socket.destroy();
  });

  test('pipelined pings are answered in order, regardless of each result', async () => {
    const monitor = await server.createMonitor();
    const connection = openConnection(server.port);
    connection.write(
      request('GET', `${monitor.path}/start?rid=a`),
      request('POST', `${monitor.path}/log?rid=a`, { body: 'half way' }),
      request('GET', '/ping/nosuchpingidnosuchpid'),
      request('DELETE', monitor.path),
      request('GET', '/healthz'),
      request('POST', `${monitor.path}/end?rid=a`, { body: 'done' }),
    );
    expect(expectAccepted((await connection.respond())!).event).toMatchObject({ number: 1, type: 'start' });
    expect(expectAccepted((await connection.respond())!).event).toMatchObject({ number: 2, type: 'log' });
    expect((await connection.respond())?.status).toBe(404);
    expect((await connection.respond())?.status).toBe(405);
    expect((await connection.respond())?.status).toBe(200);
    expect(expectAccepted((await connection.respond())!).event).toMatchObject({ number: 3, type: 'end' });
    connection.socket.destroy();
  });

  test('invalid data after a ping on its connection does not suppress its response', async () => {
    const monitor = await server.createMonitor();
    const connection = openConnection(server.port);
    // Some clients announce a length that is too small.
    connection.write(
      request('GET', `${monitor.path}/start?rid=a`),
      request('POST', `${monitor.path}/end?rid=a`, { headers: ['Content-Length: 4'] }),
      'done, and more than was announced',
    );
    expect(expectAccepted((await connection.respond())!).event).toMatchObject({ number: 1, type: 'start' });
    expect(expectAccepted((await connection.respond())!).event).toMatchObject({ number: 2, type: 'end' });
    expect((await connection.respond())?.status).toBe(400);
    await connection.closed;
    expect(String(await lastBodyOf(server, monitor))).toBe('done');
  });

  test('a sender that closes its half of the connection is answered', async () => {
    const { path } = await server.createMonitor();
    const connection = openConnection(server.port);
    connection.socket.end(request('GET', `${path}/end`));
    expect(expectAccepted((await connection.respond())!).event.number).toBe(1);
  });

  test('a ping counts although its sender did not wait for the response', async () => {
    const monitor = await server.createMonitor();
    const connection = openConnection(server.port);
    await new Promise((resolve) => connection.socket.write(request('GET', `${monitor.path}/end`), resolve));
    connection.socket.destroy();
    await expect.poll(() => eventsOf(server, monitor), { timeout: 10_000 }).toHaveLength(1);
  });

  test('the user agent and address of a ping are stored, cut to a maximum length', async () => {
    const monitor = await server.createMonitor();
    const headers = ['User-Agent: curl/8.14.1', 'X-Forwarded-For: 198.51.100.1', 'X-Api-Key: not kept'];
    await ping(server, monitor.path, { headers });
    // The peer is not a trusted proxy, so its headers are ignored.
    expect(await lastEventOf(server, monitor)).toMatchObject({
      userAgent: 'curl/8.14.1',
      remoteAddress: '127.0.0.1',
    });
    await ping(server, monitor.path, { headers: [`User-Agent: ${'ü'.repeat(3000)}`] });
    expect(String((await lastEventOf(server, monitor)).userAgent)).toHaveLength(200);
    await ping(server, monitor.path);
    expect(await lastEventOf(server, monitor)).toMatchObject({ userAgent: '' });
  });
});
