import { type TestContext, test } from 'vitest';
import { request, send } from '../connection.ts';
import { type RunningServer, startServer, until } from '../running-server.ts';
import { type Attack, type AttackOptions, attack } from './attack.ts';

type Finished = TestContext['onTestFinished'];

async function start(onTestFinished: Finished): Promise<RunningServer> {
  const server = await startServer();
  onTestFinished(() => server.stop());
  return server;
}

async function attackUntilEnd(
  onTestFinished: Finished,
  server: RunningServer,
  options: AttackOptions,
): Promise<Attack> {
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

const TIMED_OUT = 'overdue_connections_closed_total{reason="timeout"}';

// The tests run concurrently, because they mostly wait for timeouts of the server.
test.concurrent('connections that time out are closed within 2 s, though their clients never close them', async ({
  expect,
  onTestFinished,
}) => {
  const server = await start(onTestFinished);
  const startedAt = performance.now();
  // The limit on idle connections per address closes some of these connections before they time out.
  const attackers = await Promise.all([
    attackUntilEnd(onTestFinished, server, { count: 100, bytes: 'GET / HTTP/1.1\r\nHost: x\r\nX-a: ' }),
    attackUntilEnd(onTestFinished, server, { count: 100, bytes: '' }),
    attackUntilEnd(onTestFinished, server, {
      count: 20,
      bytes: 'GET / HTTP/1.1\r\nHost: x\r\nX-a: ',
      reads: false,
    }),
  ]);
  await until(
    async () => {
      expect(attackers.slice(0, 2).map((attacker) => attacker.open())).toEqual([0, 0]);
      expect(await metric(server, 'overdue_connections')).toBe(1);
    },
    { timeout: 30_000, interval: 100 },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  expect(seconds).toBeGreaterThan(19);
  expect(seconds).toBeLessThan(22);
  expect(attackers[0]?.statuses()).toEqual(new Map([['408', 100]]));
  expect(await metric(server, TIMED_OUT)).toBe(220);
});

test.concurrent('a stalled body is given up after 30 s', async ({ expect, onTestFinished }) => {
  const server = await start(onTestFinished);
  const { path } = await server.createMonitor();
  const head = request('POST', `${path}/end`, { headers: ['Content-Length: 1000'] });
  const startedAt = performance.now();
  const attackers = await attackUntilEnd(onTestFinished, server, {
    count: 50,
    bytes: Buffer.concat([head, Buffer.alloc(500)]),
  });
  await until(() => expect(attackers.open()).toBe(0), { timeout: 40_000 });
  expect((performance.now() - startedAt) / 1000).toBeGreaterThan(29);
  expect((performance.now() - startedAt) / 1000).toBeLessThan(32);
  expect(attackers.statuses()).toEqual(new Map([['408', 50]]));
});
