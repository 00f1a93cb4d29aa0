/**
 * With a million monitors stored: how soon does the service accept pings, how much memory does it use, and how long
 * does a team of 10 000 monitors wait for its list?
 */
import { get } from 'node:http';
import { bench } from './bench.ts';
import { createLatencies } from './latencies.ts';
import { drive } from './load.ts';
import { otherResponses, roundOf } from './pings.ts';
import { openMillion } from './seed.ts';
import { MILLION, pingIDOf } from './seeded-monitor.ts';
import { startServer } from './server-process.ts';

const CONNECTIONS = 64;
const TEAM_MONITORS = 10_000;
const LISTS = 10;

await bench(
  'With 1 000 000 monitors: how soon is the service ready, how much memory, how quick is a list of 10 000?',
  { seconds: 20 },
  async ({ numbers: { seconds }, folder, keepFolder, own, release }) => {
    const { file, token } = await openMillion({ folder, keepFolder });
    const server = own(await startServer({ file }));
    const atStart = server.memory();
    const first = await list(server.port, token, null);
    if (first.status !== 200) throw new Error(`The list answered ${first.status}.`);
    const found: { readonly data: { readonly monitors: readonly unknown[] } } = JSON.parse(first.body);
    if (found.data.monitors.length !== TEAM_MONITORS) throw new Error('The list is not whole.');
    const afterFirst = server.memory();
    const fulls = createLatencies();
    const unchanged = createLatencies();
    for (let turn = 0; turn < LISTS; turn += 1) fulls.add((await list(server.port, token, null)).ms);
    for (let turn = 0; turn < LISTS; turn += 1) {
      const response = await list(server.port, token, first.etag);
      if (response.status !== 304) throw new Error(`The list answered ${response.status} where 304 was due.`);
      unchanged.add(response.ms);
    }
    // Ping IDs of all million monitors, in a different order than in the database.
    const pingIDs = Array.from({ length: MILLION }, (_, n) => pingIDOf(((n * 7919) % MILLION) + 1));
    const pings = await drive({
      ports: [server.port],
      connections: CONNECTIONS,
      warmUpMs: 0,
      measureMs: seconds * 1000,
      next: roundOf(pingIDs),
    });
    const afterTraffic = server.memory();
    const last = await list(server.port, token, null);
    const atEnd = server.memory();
    await release(server);
    return {
      figures: [
        {
          name: 'from spawn to taking pings',
          value: server.readyMs / 1000,
          unit: 's',
          atMost: 2,
        },
        { name: 'memory when ready', value: atStart.nowMB, unit: 'MB', atMost: 400 },
        { name: 'memory after the first list', value: afterFirst.nowMB, unit: 'MB' },
        { name: 'memory after traffic', value: afterTraffic.nowMB, unit: 'MB', atMost: 400 },
        { name: 'most memory at any time', value: atEnd.peakMB, unit: 'MB', atMost: 400 },
        { name: 'first list of 10 000', value: first.ms, unit: 'ms', atMost: 150 },
        { name: 'list of 10 000, median', value: fulls.percentile(0.5), unit: 'ms', atMost: 150 },
        { name: 'list of 10 000, slowest', value: fulls.percentile(1), unit: 'ms' },
        { name: 'list of 10 000, unchanged (304), median', value: unchanged.percentile(0.5), unit: 'ms' },
        { name: 'list of 10 000 after traffic', value: last.ms, unit: 'ms' },
        { name: 'size of the list', value: first.body.length / 1e6, unit: 'MB' },
        { name: 'pings all over the million', value: pings.responses / pings.seconds, unit: 'pings/s' },
        { name: 'their p99', value: pings.latencies.percentile(0.99), unit: 'ms' },
        otherResponses(pings),
      ],
      notes: ["The database file was in the machine's page cache."],
    };
  },
);

interface ListResponse {
  readonly status: number;
  readonly etag: string | null;
  readonly body: string;
  /** Milliseconds until the last byte of the response. */
  readonly ms: number;
}

function list(port: number, token: string, etag: string | null): Promise<ListResponse> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(
      {
        host: '127.0.0.1',
        port,
        path: '/v1/monitors/',
        headers: {
          authorization: `Bearer ${token}`,
          ...(etag === null ? {} : { 'if-none-match': etag }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const ms = performance.now() - startedAt;
          const body = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? null, body, ms });
        });
      },
    );
    request.on('error', reject);
  });
}
