import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
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
/**
 * Growth of the process during the attack, after a garbage collection. At most 512 clients are connected at a time; with 100 kB for
 * each body, their requests are 50 MB. Measured: 8 to 30 MB, after 5 s and after 20 s.
 */
const GROWTH_MB_MAX = 60;
/** Growth of reachable memory that outlives the attack. Thousands of attempts leave less than this. Measured: 1 to 2 MB, after 5,000 attempts and after 40,000. */
const REMAINING_MB_MAX = 5;

interface Memory {
  /** Bytes that the process uses. */
  readonly resident: number;
  /** Bytes of objects and buffers that the program can reach. */
  readonly reachable: number;
}

/**
 * Reads the memory of a server after a full garbage collection. Without the collection, a reading depends on how long V8 leaves the
 * garbage of closed connections in place: 40 to 62 MB in equal attacks, and more in a longer one.
 */
type ReadMemory = () => Promise<Memory>;

/** Connects to the inspector of a server before the attack takes its descriptors. */
async function openInspector(server: RunningServer): Promise<ReadMemory> {
  const socket = new WebSocket(/ws:\/\/\S+/.exec(server.output())?.[0] ?? '');
  onTestFinished(() => socket.close());
  await once(socket, 'open');

  async function call(method: string, params: object = {}): Promise<unknown> {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [{ data }] = await once(socket, 'message');
    return JSON.parse(data);
  }

  return async () => {
    await call('HeapProfiler.collectGarbage');
    const { result } = evaluation.parse(
      await call('Runtime.evaluate', { expression: 'process.memoryUsage()', returnByValue: true }),
    );
    const { rss, heapUsed, external } = result.result.value;
    return { resident: rss, reachable: heapUsed + external };
  };
}

const evaluation = z.object({
  result: z.object({
    result: z.object({ value: z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() }) }),
  }),
});

/** Attacks from a separate process. Returns a function that ends the attack. */
async function underProcess(server: RunningServer, attacks: readonly object[]): Promise<() => Promise<void>> {
  const script = join(import.meta.dirname, 'attack-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify({ port: server.port, attacks })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

/** Sends pings one after another for `ms` milliseconds. Returns the time of each ping. */
async function pingFor(server: RunningServer, path: string, ms: number) {
  const latencies: number[] = [];
  const endAt = performance.now() + ms;
  while (performance.now() < endAt) {
    const startedAt = performance.now();
    await ping(server, path);
    latencies.push(performance.now() - startedAt);
  }
  latencies.sort((a, b) => a - b);
  return { count: latencies.length, median: latencies[latencies.length >> 1], slowest: latencies.at(-1) };
}

/** Reads a gauge or the sum of a counter from the metrics. */
async function metric(server: RunningServer, name: string): Promise<number> {
  const { text } = await send(server.port, 'GET', '/metrics');
  const lines = [...text.matchAll(new RegExp(`^${name}(?:{.*})? (\\d+)$`, 'gm'))];
  return lines.reduce((sum, [, value]) => sum + Number(value), 0);
}

test('pings are answered while 2,000 half-open, slow and pipelining clients reconnect to a server with 512 descriptors', async () => {
  const server = await startServer({ NODE_OPTIONS: '--inspect=127.0.0.1:0' }, 512);
  onTestFinished(() => server.stop());
  const readMemory = await openInspector(server);
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
  const before = await readMemory();
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
  const endAttack = await underProcess(
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
  const { count, median, slowest } = await pingFor(server, `${monitor.path}/log`, ATTACK_MS);
  const during = await readMemory();
  await endAttack();
  await until(async () => expect(await metric(server, 'overdue_connections')).toBeLessThan(10));
  const after = await readMemory();
  const attempts = await metric(server, 'overdue_connections_closed_total');
  const grownMB = (during.resident - before.resident) / MEGABYTE;
  const remainingMB = (after.reachable - before.reachable) / MEGABYTE;
  process.stdout.write(
    `Attack of ${ATTACK_MS} ms with ${attempts} refused connections: memory grew by ${grownMB.toFixed(1)} MB, ${remainingMB.toFixed(1)} MB of it remained; ${count} pings, median ${median?.toFixed(0)} ms, slowest ${slowest?.toFixed(0)} ms\n`,
  );
  expect(slowest).toBeLessThan(SLOWEST_PING_MS);
  expect(grownMB).toBeLessThan(GROWTH_MB_MAX);
  expect(remainingMB).toBeLessThan(REMAINING_MB_MAX);
});
