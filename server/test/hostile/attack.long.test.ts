import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { request, send } from '../connection.ts';
import { isLongestRun } from '../length.ts';
import { ping } from '../ping/ping-response.ts';
import { type RunningServer, startServer, until } from '../running-server.ts';

const MEGABYTE = 1024 * 1024;
/** Duration of the attack. Its clients reconnect as soon as the server closes their connections. */
const ATTACK_MS = isLongestRun ? 20_000 : 5000;
const PINGS_BEFORE_ATTACK = 500;
/** Timeout of curl in the lines of docs/pinging.md. Other work on the machine may delay a ping for seconds. */
const SLOWEST_PING_MS = 10_000;
const GROWTH_MB_MAX = 60;

/** Waits until the start and earlier requests no longer change a server's memory, and returns the memory. */
async function settledMemory(server: RunningServer): Promise<number> {
  let last = 0;
  await until(
    () => {
      const before = last;
      last = server.memory();
      expect(Math.abs(last - before)).toBeLessThan(MEGABYTE);
    },
    { interval: 1000 },
  );
  return last;
}

/** Attacks from a separate process until the test ends. */
async function underProcess(server: RunningServer, attacks: readonly object[]): Promise<void> {
  const script = join(import.meta.dirname, 'attack-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify({ port: server.port, attacks })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
}

/**
 * Sends pings one after another for `ms` milliseconds. Returns the time of each ping, and the maximum memory of the
 * server.
 */
async function pingFor(server: RunningServer, path: string, ms: number) {
  const latencies: number[] = [];
  let peak = 0;
  const endAt = performance.now() + ms;
  while (performance.now() < endAt) {
    const startedAt = performance.now();
    await ping(server, path);
    latencies.push(performance.now() - startedAt);
    peak = Math.max(peak, server.memory());
  }
  latencies.sort((a, b) => a - b);
  return {
    count: latencies.length,
    median: latencies[latencies.length >> 1],
    slowest: latencies.at(-1),
    peak,
  };
}

test('pings are answered while 2,000 half-open, slow and pipelining clients reconnect to a server with 512 descriptors', async () => {
  const server = await startServer({}, 512);
  onTestFinished(() => server.stop());
  const monitor = await server.createMonitor();
  // Sends each kind of request before measuring, because memory for first use must not count as growth.
  for (const path of ['/v1/openapi.json', '/v1/docs', '/healthz', '/metrics'])
    await send(server.port, 'GET', path);
  // Loads the modules of sign-ins, which would otherwise be loaded 10 s after the start, during the attack.
  const signIn = await send(server.port, 'POST', '/auth/sign-in/email', {
    headers: ['Content-Type: application/json', 'Origin: http://overdue.example.com'],
    body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' }),
  });
  expect(signIn.status).toBe(401);
  for (let turn = 0; turn < PINGS_BEFORE_ATTACK; turn += 1) await ping(server, `${monitor.path}/log`);
  const before = await settledMemory(server);
  const upload = request('POST', `${monitor.path}/log`, { headers: ['Content-Length: 90000'] });
  const attacks = [
    { bytes: '' },
    { bytes: 'GET / HTTP/1.1\r\nX-a: ' },
    { bytes: `${upload.toString()}${'a'.repeat(20_000)}` },
    { bytes: request('GET', '/v1/openapi.json').toString().repeat(300), reads: false },
    { bytes: 'GET /healthz HTTP/1.1\r\n\r\n'.repeat(60), reads: false },
  ];
  // A client that never reads detects a closed connection only by writing.
  const drip = { bytes: 'a', everyMs: 500 };
  await underProcess(
    server,
    attacks.map((attack) => ({
      count: 400,
      reads: true,
      returnAfterMs: 0,
      from: '127.0.0.2',
      ...(attack.bytes === '' ? {} : { drip }),
      ...attack,
    })),
  );
  const { count, median, slowest, peak } = await pingFor(server, `${monitor.path}/log`, ATTACK_MS);
  const grownMB = (peak - before) / MEGABYTE;
  process.stdout.write(
    `Attack of ${ATTACK_MS} ms: memory grew by ${grownMB.toFixed(1)} MB; ${count} pings, median ${median?.toFixed(0)} ms, slowest ${slowest?.toFixed(0)} ms\n`,
  );
  expect(slowest).toBeLessThan(SLOWEST_PING_MS);
  expect(grownMB).toBeLessThan(GROWTH_MB_MAX);
});
