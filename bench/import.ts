/**
 * How long does the import of 10,000 checks take, and how long do pings wait during the import? Measures SQLite and
 * PostgreSQL.
 */
import { join } from 'node:path';
import { benchOnSharedCores } from './bench.ts';
import { sequence } from './load.ts';
import { roundOf } from './pings.ts';
import { startPostgres } from './postgres.ts';
import type { Figure } from './report.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { type Owner, type Service, setUp, startNode, startServer } from './server-process.ts';

const PATH = '/v1/imports/';
const PINGS_MAX = 100_000;
const PINGS_PER_SEQUENCE = 10;
const PAUSE_MS = 5;

/** One import into a new database, with times in milliseconds. */
interface Sample {
  readonly dryRunMs: number;
  readonly importMs: number;
  readonly againMs: number;
  readonly responseBytes: number;
  readonly pings: { readonly slowestMs: number; readonly refused: number };
}

await benchOnSharedCores(
  'How long does an import of 10,000 checks take, and how long do pings wait meanwhile?',
  { checks: 10_000, rounds: 3 },
  async ({ numbers: { checks, rounds }, folder, own, release }) => {
    const sqlite: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Each database needs its own folder, because the folder also contains the database's secret key.
      const file = join(folder, String(round), 'overdue.db');
      const owner = setUp(file);
      const server = own(await startServer({ file }));
      sqlite.push(await takeSample(server, owner, checks));
      await release(server);
    }
    const postgresql: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const postgres = own(await startPostgres());
      const node = own(await startNode({ url: postgres.url, spool: join(folder, `${round}.spool`) }));
      postgresql.push(await takeSample(node, postgres.owner, checks));
      await release(node);
      await release(postgres);
    }
    const megabytes = Math.max(...sqlite.map(({ responseBytes }) => responseBytes)) / 1_000_000;
    return {
      figures: [...figuresOf('SQLite', sqlite), ...figuresOf('PostgreSQL', postgresql)],
      notes: [
        `A response has ${megabytes.toFixed(1)} MB. Each figure is the slowest of ${rounds} rounds, each on a new database.`,
      ],
    };
  },
);

function figuresOf(database: string, samples: readonly Sample[]): readonly Figure[] {
  const worst = (read: (sample: Sample) => number) => Math.max(...samples.map(read));
  const seconds = (read: (sample: Sample) => number) => ({ value: worst(read) / 1000, unit: 's' });
  return [
    { name: `${database}: dry run`, ...seconds(({ dryRunMs }) => dryRunMs) },
    { name: `${database}: import`, ...seconds(({ importMs }) => importMs), atMost: 30 },
    { name: `${database}: the same import again`, ...seconds(({ againMs }) => againMs) },
    { name: `${database}: slowest ping meanwhile`, value: worst(({ pings }) => pings.slowestMs), unit: 'ms' },
    {
      name: `${database}: other responses to pings than 200`,
      value: worst(({ pings }) => pings.refused),
      unit: '',
      atMost: 0,
    },
  ];
}

async function takeSample(server: Service, owner: Owner, count: number): Promise<Sample> {
  const pingID = pingIDOf(1);
  await post(server, owner, { path: '/v1/monitors/', json: { name: 'pinged', pingID } });
  const text = JSON.stringify({ checks: Array.from({ length: count }, (_, index) => check(index)) });
  const job = { source: 'healthchecks', files: [{ name: 'checks.json', text }] };
  const plan = await post(server, owner, { path: PATH, json: job });
  const end = new AbortController();
  const pinging = keepPinging(server, pingID, end.signal);
  const run = await post(server, owner, { path: PATH, json: { ...job, dryRun: false } });
  const again = await post(server, owner, { path: PATH, json: { ...job, dryRun: false } });
  end.abort();
  return {
    dryRunMs: plan.ms,
    importMs: run.ms,
    againMs: again.ms,
    responseBytes: Math.max(plan.bytes, run.bytes, again.bytes),
    pings: await pinging,
  };
}

async function keepPinging({ port }: Service, pingID: string, end: AbortSignal): Promise<Sample['pings']> {
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

/** Returns a check in the format of Healthchecks. Half of the checks have different cron expressions. */
function check(index: number) {
  const schedule =
    index % 2 === 0
      ? { timeout: 3600 + index }
      : {
          schedule: `${index % 60} ${Math.floor(index / 60) % 24} * * ${(index % 7) + 1}`,
          tz: 'Europe/Riga',
        };
  return {
    name: `Job number ${index} of a host`,
    slug: `job-number-${index}`,
    tags: `prod host-${index % 100}`,
    desc: 'Dumps a database and uploads the result.',
    grace: 3600,
    n_pings: 100,
    status: 'up',
    started: false,
    last_ping: '2026-11-21T08:15:30+00:00',
    next_ping: '2026-11-21T09:15:30+00:00',
    manual_resume: false,
    methods: '',
    uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    channels: '',
    ...schedule,
  };
}
