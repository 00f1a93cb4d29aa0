/** Measures large requests of the API on both databases, and how long pings wait during these requests. */
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { sequence } from './load.ts';
import { roundOf } from './pings.ts';
import { startPostgres } from './postgres.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { type Owner, type Service, setUp, startNode, startServer } from './server-process.ts';

const PINGS_MAX = 100_000;
const PINGS_PER_SEQUENCE = 10;
const PAUSE_MS = 5;

/** Times in milliseconds, by the name of the request. */
export type Times<Name extends string> = Readonly<Record<Name, number>>;

export interface Sample<Name extends string> {
  readonly times: Times<Name>;
  /** Size of the largest response. */
  readonly responseBytes: number;
  readonly pings: { readonly slowestMs: number; readonly refused: number };
}

/** Functions that a measurement calls to use the service. */
export interface Requests {
  /** Sends a request, and returns how long the response takes. */
  readonly post: (path: string, json: object) => Promise<number>;
  /** Starts sending pings, which continue until the measurement ends. */
  readonly startPings: () => void;
}

export type Measure<Name extends string> = (requests: Requests) => Promise<Times<Name>>;

interface Timing<Name extends string> {
  readonly name: string;
  readonly request: Name;
  readonly atMost?: number;
}

/** Measures rounds on SQLite and on PostgreSQL, each on a new database. Reports the slowest round. */
export async function measureBesidePings<Name extends string>(
  bench: Bench<{ readonly rounds: number }>,
  timings: readonly Timing<Name>[],
  measure: Measure<Name>,
) {
  const { rounds } = bench.numbers;
  const sqlite: Sample<Name>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each database needs its own folder, because the folder also contains the database's secret key.
    const file = join(bench.folder, String(round), 'overdue.db');
    const owner = setUp(file);
    const server = bench.own(await startServer({ file }));
    sqlite.push(await takeSample(server, owner, measure));
    await bench.release(server);
  }
  const postgresql: Sample<Name>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const postgres = bench.own(await startPostgres());
    const spool = join(bench.folder, `${round}.spool`);
    const node = bench.own(await startNode({ url: postgres.url, spool }));
    postgresql.push(await takeSample(node, postgres.owner, measure));
    await bench.release(node);
    await bench.release(postgres);
  }
  const megabytes = Math.max(...sqlite.map(({ responseBytes }) => responseBytes)) / 1_000_000;
  return {
    figures: [
      ...figuresOf(sqlite, { database: 'SQLite', timings }),
      ...figuresOf(postgresql, { database: 'PostgreSQL', timings }),
    ],
    notes: [
      `A response has ${megabytes.toFixed(1)} MB. Each figure is the slowest of ${rounds} rounds, each on a new database.`,
    ],
  };
}

function figuresOf<Name extends string>(
  samples: readonly Sample<Name>[],
  { database, timings }: { readonly database: string; readonly timings: readonly Timing<Name>[] },
) {
  const worst = (read: (sample: Sample<Name>) => number) => Math.max(...samples.map(read));
  return [
    ...timings.map(({ name, request, ...limit }) => ({
      name: `${database}: ${name}`,
      value: worst(({ times }) => times[request]) / 1000,
      unit: 's',
      ...limit,
    })),
    { name: `${database}: slowest ping meanwhile`, value: worst(({ pings }) => pings.slowestMs), unit: 'ms' },
    {
      name: `${database}: other responses to pings than 200`,
      value: worst(({ pings }) => pings.refused),
      unit: '',
      atMost: 0,
    },
  ];
}

async function takeSample<Name extends string>(
  server: Service,
  owner: Owner,
  measure: Measure<Name>,
): Promise<Sample<Name>> {
  const pingID = pingIDOf(1);
  await post(server, owner, { path: '/v1/monitors/', json: { name: 'pinged', pingID } });
  const end = new AbortController();
  let pinging = Promise.resolve({ slowestMs: 0, refused: 0 });
  let responseBytes = 0;
  const times = await measure({
    async post(path, json) {
      const { ms, bytes } = await post(server, owner, { path, json });
      responseBytes = Math.max(responseBytes, bytes);
      return ms;
    },
    startPings() {
      pinging = keepPinging(server, pingID, end.signal);
    },
  });
  end.abort();
  return { times, responseBytes, pings: await pinging };
}

async function keepPinging(
  { port }: Service,
  pingID: string,
  end: AbortSignal,
): Promise<Sample<never>['pings']> {
  const next = roundOf([pingID]);
  let slowestMs = 0;
  let refused = 0;
  for (let sent = 0; sent < PINGS_MAX && !end.aborted; sent += PINGS_PER_SEQUENCE) {
    const { latencies, statuses } = await sequence({
      port,
      count: PINGS_PER_SEQUENCE,
      pauseMs: PAUSE_MS,
      isAlone: false,
      next,
    });
    slowestMs = Math.max(slowestMs, latencies.percentile(1));
    for (const [status, times] of Object.entries(statuses)) if (status !== '200') refused += times;
  }
  return { slowestMs, refused };
}

async function post(
  { port }: Service,
  { token }: Owner,
  { path, json }: { readonly path: string; readonly json: object },
): Promise<{ readonly ms: number; readonly bytes: number }> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return { ms: performance.now() - startedAt, bytes: Buffer.byteLength(text) };
}
