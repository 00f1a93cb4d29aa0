import { expect, onTestFinished, test } from 'vitest';
import { openConnection, request, send } from '../connection.ts';
import { ping } from '../ping/ping-response.ts';
import { endWell, type RunningServer, startServer, until } from '../running-server.ts';
import { type Attack, type AttackOptions, attack } from './attack.ts';

const MEGABYTE = 1024 * 1024;

async function start(env: Record<string, string> = {}, descriptors?: number): Promise<RunningServer> {
  const server = await startServer(env, descriptors);
  onTestFinished(() => server.stop());
  return server;
}

async function under(server: RunningServer, options: AttackOptions): Promise<Attack> {
  const attackers = await attack(server, options);
  onTestFinished(() => attackers.end());
  return attackers;
}

async function metric(server: RunningServer, name: string): Promise<number> {
  const text = (await send(server.port, 'GET', '/metrics')).text;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}

test('a genuine log is kept whole while stalled uploads hold all room for bodies', async () => {
  const server = await start();
  const monitor = await server.createMonitor();
  const head = request('POST', `${monitor.path}/log`, { headers: ['Content-Length: 100000'] });
  const upload = Buffer.concat([head, Buffer.alloc(99_990, 'a')]);
  const attackers = await under(server, { count: 800, bytes: upload });
  await until(() => expect(attackers.open()).toBeLessThan(800), { timeout: 20_000 });
  for (let turn = 0; turn < 5; turn += 1) {
    const response = await send(server.port, 'POST', `${monitor.path}/end`, { body: 'the genuine log' });
    expect(response.status).toBe(200);
    expect(response.text).not.toContain('was cut');
  }
});

test('running out of file descriptors is logged and counted, and pings are still answered', async () => {
  const server = await start({}, 64);
  const monitor = await server.createMonitor();
  await under(server, { count: 200, bytes: '' });
  for (let turn = 0; turn < 10; turn += 1) await ping(server, `${monitor.path}/log`);
  await until(() =>
    expect(server.log).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        descriptors: 64,
        msg: expect.stringMatching(/^Too many connections .* "ulimit -n"/),
      }),
    ),
  );
  expect(server.log.filter(({ level }) => level !== 'info').length).toBeLessThan(3);
  expect(await metric(server, 'overdue_connections_closed_total{reason="crowded"}')).toBeGreaterThan(150);
});

test('300 pipelined requests for a large document take little memory if the client reads no response', async () => {
  const server = await start();
  const documents = request('GET', '/v1/openapi.json').toString();
  await send(server.port, 'GET', '/v1/openapi.json');
  const before = server.memory();
  await under(server, { count: 20, bytes: documents.repeat(300), reads: false });
  await under(server, { count: 60, bytes: documents.repeat(30), reads: false });
  await until(async () => expect((await send(server.port, 'GET', '/healthz')).status).toBe(200));
  expect((server.memory() - before) / MEGABYTE).toBeLessThan(60);
});

test('a client that pipelines gets all responses in order, and keeps its connection', async () => {
  const server = await startServer();
  const connection = openConnection(server.port);
  for (let round = 0; round < 3; round += 1) {
    connection.write(Buffer.concat(Array.from({ length: 15 }, () => request('GET', '/healthz'))));
    for (let turn = 0; turn < 15; turn += 1) expect((await connection.respond())?.status).toBe(200);
  }
  connection.socket.destroy();
  await endWell(server);
});
