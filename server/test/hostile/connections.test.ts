import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Connection, openConnection, request, send } from '../connection.ts';
import { lastEventOf, ping } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer, until } from '../running-server.ts';

const MEGABYTE = 1024 * 1024;
/** Number of pings that must be answered quickly while other clients misbehave. */
const PINGS = 10;

let server: RunningServer;
let monitor: RunningMonitor;
beforeAll(async () => {
  server = await startServer();
  monitor = await server.createMonitor();
  return () => endWell(server);
});

/** Opens connections that all send the same bytes and then wait. */
async function openMany(count: number, bytes: string | Uint8Array): Promise<readonly Connection[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const connection = openConnection(server.port);
      connection.write(bytes);
      await once(connection.socket, 'ready');
      return connection;
    }),
  );
}

async function expectQuickPings(): Promise<void> {
  const startedAt = performance.now();
  for (let turn = 0; turn < PINGS; turn += 1) await ping(server, `${monitor.path}/log`);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect((await send(server.port, 'GET', '/readyz')).status).toBe(200);
}

function closeAll(connections: readonly Connection[]): void {
  for (const { socket } of connections) socket.destroy();
}

describe('held connections', () => {
  test.each([
    ['that say nothing', ''],
    ['whose headers never end', 'GET /ping/abcdefgh/start HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['whose first line never ends', 'GET /ping/abcdef'],
  ])('1,000 connections %s delay no other client', async (_, bytes) => {
    const before = server.memory();
    const held = await openMany(1000, bytes);
    // Sends one more byte on each connection, like a slow sender.
    for (const connection of held) if (bytes !== '') connection.write('a');
    await expectQuickPings();
    expect(server.memory() - before).toBeLessThan(150 * MEGABYTE);
    closeAll(held);
  });

  test('500 endless bodies delay no other client, and are not recorded as pings when their senders disconnect', async () => {
    await ping(server, `${monitor.path}/end`);
    const { number } = await lastEventOf(server, monitor);
    const before = server.memory();
    const start = request('POST', `${monitor.path}/fail`, { headers: ['Content-Length: 1000000000'] });
    const held = await openMany(500, Buffer.concat([start, Buffer.alloc(200_000)]));
    await expectQuickPings();
    expect(server.memory() - before).toBeLessThan(250 * MEGABYTE);
    closeAll(held);
    const last = await ping(server, `${monitor.path}/end`);
    expect(last.event.number).toBe(number + PINGS + 1);
  });

  test('bodies in pieces of one byte take no more memory than their bytes', async () => {
    const before = server.memory();
    const pieces = Buffer.from('1\r\nx\r\n'.repeat(99_000));
    const start = request('POST', `${monitor.path}/fail`, { headers: ['Transfer-Encoding: chunked'] });
    const held = await openMany(10, Buffer.concat([start, pieces]));
    await Promise.all(held.map(({ socket }) => until(() => expect(socket.writableLength).toBe(0))));
    await expectQuickPings();
    expect(server.memory() - before).toBeLessThan(100 * MEGABYTE);
    closeAll(held);
  });

  test('clients that never read their responses delay no other client', async () => {
    const before = server.memory();
    const greedy = Array.from({ length: 30 }, () => {
      const connection = openConnection(server.port);
      connection.socket.pause();
      for (let turn = 0; turn < 30; turn += 1) connection.write(request('GET', '/v1/openapi.json'));
      return connection;
    });
    await expectQuickPings();
    expect(server.memory() - before).toBeLessThan(400 * MEGABYTE);
    closeAll(greedy);
  });

  test('clients that leave before the response leave nothing behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const gone = await openMany(100, request('GET', `${monitor.path}/log`));
      for (const { socket } of gone) socket.resetAndDestroy();
    }
    await expectQuickPings();
    await until(async () => {
      const metrics = await (await fetch(`${server.baseURL}/metrics`)).text();
      expect(metrics).toMatch(/^overdue_ingest_queue_depth 0$/m);
    });
  });

  test('half-closed connections are answered and closed', async () => {
    const halves = Array.from({ length: 100 }, (_, index) => {
      const connection = openConnection(server.port);
      connection.socket.end(index % 2 === 0 ? request('GET', `${monitor.path}/log`) : 'GET /ping/abc');
      return connection;
    });
    for (const [index, connection] of halves.entries()) {
      expect((await connection.respond())?.status).toBe(index % 2 === 0 ? 200 : 400);
      await connection.closed;
    }
  });

  test('thousands of successive connections leave no memory behind', async () => {
    const before = server.memory();
    for (let round = 0; round < 15; round += 1) {
      const responses = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          send(server.port, 'GET', `/ping/nosuchpingid${round}x${index}`, {
            headers: [`X-Large: ${'a'.repeat(8000)}`],
          }),
        ),
      );
      for (const { status } of responses) expect(status).toBe(404);
    }
    expect(server.memory() - before).toBeLessThan(100 * MEGABYTE);
  });
});
