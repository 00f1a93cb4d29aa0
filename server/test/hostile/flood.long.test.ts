import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { isLongestRun } from '../length.ts';
import { waitRealTime } from '../nodes/until.ts';
import { ping } from '../ping/ping-response.ts';
import { type RunningServer, startServer, until } from '../running-server.ts';
import { addTeamTo } from '../store-of.ts';

const FLOOD_MS = isLongestRun ? 60_000 : 18_000;
/** Interval between the pings of the other team. */
const EVERY_MS = 1000;
/** Time in which a missed run must be noticed: 31 s for the stalls of a busy service, and the rest for a busy machine. */
const NOTICED_MS = 60_000;
const CONNECTIONS = 256;
/** Monitors of the team that floods the service. More than a queue of {@link PLACES} needs, at 10 waiting pings for each. */
const MONITORS = 400;
const PLACES = 500;

/** Connections of a stranger. The event loop accepts one connection in each turn. */
const CONNECTIONS_OF_STRANGER = 1000;
/** Median time in which a ping is answered during the flood of a stranger. Measured: 15 ms, and without a fair queue 1300 ms to 30 s. */
const MEDIAN_MS_MAX = 500;

interface Flood {
  /** Ends the flood. Returns the number of its pings by status. */
  end(): Promise<Readonly<Record<string, number>>>;
}

function flood(
  { port }: RunningServer,
  paths: readonly string[],
  {
    connections = CONNECTIONS,
    bodyBytes = 0,
  }: { readonly connections?: number; readonly bodyBytes?: number | null },
): Flood {
  const script = join(import.meta.dirname, 'flood-process.ts');
  const options = { port, paths, connections, bodyBytes };
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    async end() {
      child.stdin.end();
      return z.record(z.string(), z.number()).parse(JSON.parse(await text(child.stdout)));
    },
  };
}

const runs = z.object({ runs: z.array(z.object({ state: z.string() })) });

async function statesOf({ api }: RunningServer, shortID: string): Promise<readonly string[]> {
  return runs.parse(await api('GET', `/v1/monitors/${shortID}/runs/`)).runs.map(({ state }) => state);
}

test.each([
  ['small bodies', 10],
  ['large bodies', 100_000],
])(
  'a team that floods the service with %s refuses no ping of another team, and hides none of its runs',
  async (_, bodyBytes) => {
    const server = await startServer({ INGEST_BUFFER: String(PLACES) });
    onTestFinished(() => server.stop());
    await server.kill('SIGTERM');
    const paths = await addTeamTo({ DATABASE_URL: `sqlite:${server.file}` }, 'flood', MONITORS);
    await server.restart();
    const schedule = { interval: 10, graceDuration: 1 };
    const job = await server.createMonitor({ schedule });
    const silent = await server.createMonitor({ schedule });
    for (const { path } of [job, silent]) await ping(server, path);
    const flooding = flood(server, paths, { bodyBytes });
    const endAt = performance.now() + FLOOD_MS;
    while (performance.now() < endAt) {
      await ping(server, job.path);
      await waitRealTime(EVERY_MS);
    }
    const { 503: refused = 0 } = await flooding.end();
    expect(refused).toBeGreaterThan(0);
    await until(
      async () => {
        await ping(server, job.path);
        expect((await statesOf(server, silent.shortID))[0]).toBe('missed');
      },
      { timeout: NOTICED_MS, interval: EVERY_MS },
    );
    expect(await statesOf(server, silent.shortID)).not.toContain('unknown');
    expect(new Set(await statesOf(server, job.shortID))).toEqual(new Set(['succeeded']));
    expect(server.output()).not.toContain('No pings could be received');
  },
);

/** Returns the median time in which a ping is answered during a flood. */
async function medianDuring(server: RunningServer, path: string): Promise<number> {
  const times: number[] = [];
  const endAt = performance.now() + FLOOD_MS / 3;
  while (performance.now() < endAt) {
    const startedAt = performance.now();
    await ping(server, path);
    times.push(performance.now() - startedAt);
    await waitRealTime(EVERY_MS / 4);
  }
  times.sort((a, b) => a - b);
  return times[times.length >> 1] ?? Number.POSITIVE_INFINITY;
}

test.each([
  ['unknown ping IDs', '/ping/nosuchpingid'],
  ['unknown ping keys', '/AAAAAAAAAAAAAAAAAAAAAB/job'],
  ['unknown paths', '/v1/nothing/'],
  ['health checks', '/healthz'],
])('a stranger who floods the service with %s delays no pings', async (_, path) => {
  const server = await startServer({ PING_RATE: '10', API_RATE: '20' });
  onTestFinished(() => server.stop());
  const job = await server.createMonitor();
  await ping(server, job.path);
  const flooding = flood(server, [path], { connections: CONNECTIONS_OF_STRANGER });
  const median = await medianDuring(server, job.path);
  const answers = await flooding.end();
  expect(Object.values(answers).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1000);
  expect(median).toBeLessThan(MEDIAN_MS_MAX);
});

test.each([
  ['a ping', (path: string) => `${path}/log`],
  ['an unknown ping', () => '/ping/nosuchpingid'],
  ['a request of the API', () => '/v1/monitors/'],
])('bodies without an end for %s delay no pings', async (_, pathOf) => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const job = await server.createMonitor();
  const flooded = await server.createMonitor();
  const flooding = flood(server, [pathOf(flooded.path)], { bodyBytes: null });
  const median = await medianDuring(server, job.path);
  await flooding.end();
  expect(median).toBeLessThan(MEDIAN_MS_MAX);
});
