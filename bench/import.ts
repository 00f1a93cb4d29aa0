/** How long does the import of 10,000 checks take, and how long do pings wait meanwhile? On SQLite, and on PostgreSQL. */
import { join } from 'node:path';
import { type Bench, benchOnSharedCores } from './bench.ts';
import { sequence } from './load.ts';
import { roundOf } from './pings.ts';
import { startPostgres } from './postgres.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { type Owner, type Service, setUp, startNode, startServer } from './server-process.ts';

const NUMBERS = { checks: 10_000, rounds: 3 };
const PINGS = 100_000;
const PAUSE_MS = 5;

await benchOnSharedCores(
  'How long does an import of 10,000 checks take, and how long do pings wait meanwhile?',
  NUMBERS,
  async (bench: Bench<typeof NUMBERS>) => {
    const { checks, rounds } = bench.numbers;
    const sqlite: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Beside another database, a new one would lack its key.
      const file = join(bench.folder, String(round), 'import.db');
      const owner = setUp(file);
      const server = bench.own(await startServer({ file }));
      sqlite.push(await measure(server, owner, checks));
      await bench.release(server);
    }
    const shared: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const postgres = bench.own(await startPostgres());
      const { owner } = postgres;
      const node = bench.own(
        await startNode({ url: postgres.url, spool: join(bench.folder, `${round}.spool`) }),
      );
      shared.push(await measure(node, owner, checks));
      await bench.release(node);
      await bench.release(postgres);
    }
    return {
      figures: [...figuresOf('SQLite', sqlite), ...figuresOf('PostgreSQL', shared)],
      notes: [
        `An answer has ${((sqlite[0]?.answerBytes ?? 0) / 1_000_000).toFixed(1)} MB. Each figure is the slowest of ${rounds} rounds, each on a new database.`,
      ],
    };
  },
);

interface Sample {
  readonly planMs: number;
  readonly applyMs: number;
  readonly againMs: number;
  readonly pingMsMax: number;
  readonly refusedPings: number;
  readonly answerBytes: number;
}

function figuresOf(name: string, samples: readonly Sample[]) {
  const worst = (read: (sample: Sample) => number) => Math.max(...samples.map(read));
  return [
    { name: `${name}: dry run`, value: worst(({ planMs }) => planMs) / 1000, unit: 's' },
    { name: `${name}: import`, value: worst(({ applyMs }) => applyMs) / 1000, unit: 's', atMost: 30 },
    { name: `${name}: the same import again`, value: worst(({ againMs }) => againMs) / 1000, unit: 's' },
    { name: `${name}: slowest ping meanwhile`, value: worst(({ pingMsMax }) => pingMsMax), unit: 'ms' },
    {
      name: `${name}: other answers to pings than 200`,
      value: worst(({ refusedPings }) => refusedPings),
      unit: '',
      atMost: 0,
    },
  ];
}

async function measure(server: Service, owner: Owner, count: number): Promise<Sample> {
  const send = (path: string, json: object) => post(server, owner, { path, json });
  const pingID = pingIDOf(1);
  await send('/v1/monitors/', { name: 'pinged', pingID });
  const text = JSON.stringify({ checks: Array.from({ length: count }, (_, index) => check(index)) });
  const job = { source: 'healthchecks', files: [{ name: 'checks.json', text }] };
  const plan = await send('/v1/imports/', job);
  let isOver = false;
  const pings = keepPinging(server, pingID, () => isOver);
  const applied = await send('/v1/imports/', { ...job, dryRun: false });
  const again = await send('/v1/imports/', { ...job, dryRun: false });
  isOver = true;
  const { slowestMs, refused } = await pings;
  return {
    planMs: plan.ms,
    applyMs: applied.ms,
    againMs: again.ms,
    pingMsMax: slowestMs,
    refusedPings: refused,
    answerBytes: applied.bytes,
  };
}

async function keepPinging(server: Service, pingID: string, isOver: () => boolean) {
  const next = roundOf([pingID]);
  let slowestMs = 0;
  let refused = 0;
  for (let sent = 0; sent < PINGS && !isOver(); sent += 10) {
    const { latencies, statuses } = await sequence({
      port: server.port,
      count: 10,
      pauseMs: PAUSE_MS,
      isAlone: false,
      next,
    });
    slowestMs = Math.max(slowestMs, latencies.percentile(1));
    refused += Object.entries(statuses).reduce(
      (sum, [status, times]) => sum + (status === '200' ? 0 : times),
      0,
    );
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

/** A check as Healthchecks lists it, half of them with a cron expression of their own. */
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
