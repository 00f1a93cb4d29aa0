import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ConnectionOptions } from '../../../src/platform/http/connections.ts';
import { createHttpServer } from '../../../src/platform/http/server.ts';
import { createMetrics } from '../../../src/platform/metrics/metrics.ts';
import { createFakeClock } from '../../fake-clock.ts';
import { createTestConnections, createTestQueue } from '../test-connections.ts';

const closed = (reason: string) => `overdue_connections_closed_total{reason="${reason}"}`;
const GET = 'GET / HTTP/1.1\r\n\r\n';

/** Opens a server whose responses and sweeps the test controls. */
async function openServer(more: Partial<ConnectionOptions> = {}) {
  const clock = createFakeClock(0);
  const metrics = createMetrics('test');
  metrics.stop();
  const logged: { level: string; message: string; fields: object }[] = [];
  const log = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, message, fields });
  const connections = createTestConnections({
    clock,
    metrics: metrics.connections,
    log: { warn: log('warn'), error: log('error') },
    ...more,
  });
  const responses: ServerResponse[] = [];
  const server = createHttpServer({
    ping: null,
    application(request, response) {
      request.resume();
      responses.push(response);
    },
    connections,
    queue: createTestQueue(),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clients: Socket[] = [];
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  function open(from: string) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {}).resume();
    clients.push(socket);
    return { socket, closed: once(socket, 'close').then(() => 'closed' as const) };
  }
  return {
    connections,
    count: (name: string) =>
      Number(
        metrics
          .render()
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      ),
    logged,
    responses,
    sweep: (times: number) => clock.advance(times * 500),
    /** Sockets of the server. */
    accepted: () => accepted,
    connectFrom: open,
    /** Connects a client, sends bytes, and waits until the server has received the connection. */
    async client(bytes = '', from = '127.0.0.1') {
      const { socket, closed: end } = open(from);
      const seen = once(server, 'connection');
      const requests = responses.length;
      if (bytes !== '') socket.write(bytes);
      await seen;
      if (bytes === GET) await expect.poll(() => responses.length, { interval: 1 }).toBe(requests + 1);
      return { socket, closed: end };
    },
  };
}

test('above the limit, the server closes the longest idle connections of the address with the most connections', async () => {
  const { client, connections, sweep, count, logged } = await openServer({ max: 4, descriptors: 64 });
  const crowd = [await client('', '127.0.0.2'), await client('', '127.0.0.2')];
  const busy = await client(GET, '127.0.0.2');
  const other = await client('', '127.0.0.3');
  await sweep(3);
  await client(GET);
  expect(await crowd[0]?.closed).toBe('closed');
  await client(GET);
  expect(await crowd[1]?.closed).toBe('closed');
  expect(connections.all().size).toBe(4);
  expect([busy.socket.destroyed, other.socket.destroyed]).toEqual([false, false]);
  await sweep(20);
  expect(logged).toEqual([
    {
      level: 'warn',
      fields: { dropped: 2, connections: 4, max: 4, descriptors: 64 },
      message: expect.stringContaining('"ulimit -n"'),
    },
  ]);
  expect(count(closed('crowded'))).toBe(2);
});

test('an address may keep a quarter of all connections idle for more than 5 s, and a trusted proxy any number', async () => {
  const isTrustedProxy = (address: string) => address === '127.0.0.9';
  const { client, connections, sweep } = await openServer({ max: 16, isTrustedProxy });
  const idle = [];
  for (let turn = 0; turn < 6; turn += 1) idle.push(await client('', '127.0.0.2'));
  for (let turn = 0; turn < 6; turn += 1) await client('', '127.0.0.9');
  await client(GET, '127.0.0.2');
  await sweep(9);
  expect(connections.all().size).toBe(13);
  await sweep(2);
  expect(await Promise.all([idle[0]?.closed, idle[1]?.closed])).toEqual(['closed', 'closed']);
  expect(connections.all().size).toBe(11);
});

test('other addresses can connect, and have a second to send, while one address has most of the connections', async () => {
  const { client, connections, sweep } = await openServer({ max: 16 });
  const crowd = [];
  for (let turn = 0; turn < 18; turn += 1) crowd.push(await client(GET, '127.0.0.2'));
  const refused = await client('', '127.0.0.2');
  expect(await refused.closed).toBe('closed');
  const first = await client('', '127.0.0.3');
  await client('', '127.0.0.4');
  expect(await Promise.all([crowd[17]?.closed, crowd[16]?.closed])).toEqual(['closed', 'closed']);
  expect([first.socket.destroyed, crowd[15]?.socket.destroyed, connections.all().size]).toEqual([
    false,
    false,
    18,
  ]);
  await sweep(3);
  await client('', '127.0.0.4');
  expect(await first.closed).toBe('closed');
});

test('after 256 unanswered connections, an address is refused before a socket is created, except 64 times a second', async () => {
  const { accepted, client, connectFrom, connections, sweep, count } = await openServer({ max: 8 });
  while (count(closed('crowded')) < 256) await client('', '127.0.0.2');
  const before = accepted();
  const refused = connectFrom('127.0.0.2');
  expect(await refused.closed).toBe('closed');
  expect([accepted() - before, count(closed('crowded'))]).toEqual([0, 257]);
  const other = await client('', '127.0.0.3');
  expect([accepted() - before, other.socket.destroyed]).toEqual([1, false]);
  await sweep(1);
  await client('', '127.0.0.2');
  expect(accepted() - before).toBe(2);
  expect(connections.all().size).toBeLessThan(10);
});

test('connections that got their responses do not count against their address', async () => {
  const { client, count, responses } = await openServer({ max: 8 });
  for (let turn = 0; turn < 300; turn += 1) {
    await client(GET, '127.0.0.2');
    responses[turn]?.end('answered');
    await once(responses[turn] ?? process, 'close');
  }
  expect(count(closed('crowded'))).toBeGreaterThan(256);
});

test('a lack of file descriptors is logged as an error, and idle connections are closed', async () => {
  let isFree = true;
  const { client, sweep, logged, count } = await openServer({ max: 100, hasFreeDescriptor: () => isFree });
  const idle = await client();
  isFree = false;
  await sweep(3);
  expect(await idle.closed).toBe('closed');
  await sweep(30);
  const messages = logged.map(({ level, message }) => `${level}: ${message}`);
  expect(messages[0]).toMatch(/^error: The process has run out of file descriptors.*"ulimit -n"/);
  // The server logs at most one line in 10 seconds.
  expect(messages.length).toBeLessThan(4);
  expect(count('overdue_file_descriptors_exhausted_total')).toBe(33);
});

test('a pipelining connection gets 8 answers at a time, and ends after 16', async () => {
  const { client, responses } = await openServer();
  const { socket, closed } = await client();
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.write(GET.repeat(40));
  await expect.poll(() => responses.length, { interval: 1 }).toBe(8);
  for (let count = 0; count < 16; count += 1) {
    await expect.poll(() => responses.length, { interval: 1 }).toBeGreaterThan(count);
    responses[count]?.end(`<${count}>`);
  }
  await closed;
  expect(text.match(/<\d+>/g)).toEqual(Array.from({ length: 16 }, (_, count) => `<${count}>`));
  expect(text.match(/Connection: close/g)).toHaveLength(1);
});

test('a client that pipelines without end is not read after 16 requests', async () => {
  const { client, count, responses } = await openServer();
  const { socket } = await client();
  let created = 0;
  diagnostics.subscribe('http.server.request.start', () => {
    created += 1;
  });
  socket.write(GET.repeat(3000));
  await expect.poll(() => responses.length, { interval: 1 }).toBe(8);
  expect(created).toBe(16);
  expect(count(closed('pipelined'))).toBe(1);
});

test('a stalled body and an unread answer end their connections', async () => {
  const { client, sweep, connections, responses, count } = await openServer();
  const body = await client('POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\nhalf');
  await expect.poll(() => responses.length, { interval: 1 }).toBe(1);
  const { socket } = await client(GET);
  socket.pause();
  await expect.poll(() => responses.length).toBe(2);
  responses[1]?.end(Buffer.alloc(50_000_000));
  await sweep(59);
  expect(connections.all().size).toBe(2);
  await sweep(3);
  expect(await body.closed).toBe('closed');
  await sweep(180);
  await expect.poll(() => connections.all().size).toBe(0);
  expect(count(closed('timeout'))).toBe(2);
});
