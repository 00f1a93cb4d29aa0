/**
 * How many durable pings per second can one node with a PostgreSQL accept on this machine, and how many can two nodes
 * with the same PostgreSQL? Measures both alternately, because the speed of the machine changes within seconds.
 */
import { join } from 'node:path';
import { type Bench, benchOnSharedCores } from './bench.ts';
import { createLatencies } from './latencies.ts';
import { drive, type NextRequest, type Outcome } from './load.ts';
import { jobsAcross, readMetric } from './pings.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import type { Figure } from './report.ts';
import { seedTeamRows } from './seed-postgres.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { type Service, startNode } from './server-process.ts';

const CONNECTIONS = 256;
const MONITORS = 10_000;
const SETTLE_MS = 500;
const NUMBERS = { rounds: 5, seconds: 6, warmup: 15 };

await benchOnSharedCores(
  'How many durable pings a second on PostgreSQL, with one node and with two?',
  NUMBERS,
  async (bench: Bench<typeof NUMBERS>) => {
    const { rounds, seconds, warmup } = bench.numbers;
    const postgres = bench.own(await startPostgres());
    await seedTeamRows(postgres, MONITORS);
    const start = async (name: string) =>
      bench.own(await startNode({ url: postgres.url, spool: join(bench.folder, `${name}.db`) }));
    const first = await start('first');
    const second = await start('second');
    const next = jobsAcross(
      CONNECTIONS,
      Array.from({ length: MONITORS }, (_, n) => pingIDOf(n + 1)),
    );
    const diskBefore = await postgres.diskBytes();
    const world = { postgres, all: [first, second], next };
    const warmUp = await measure(world, [first, second], { warmUpMs: 0, measureMs: warmup * 1000 });
    const one = openSum();
    const two = openSum();
    for (let round = 0; round < rounds; round += 1) {
      const times = { warmUpMs: SETTLE_MS, measureMs: seconds * 1000 };
      one.add(await measure(world, [first], times));
      two.add(await measure(world, [first, second], times));
    }
    const accepted = warmUp.accepted + one.sum('accepted') + two.sum('accepted');
    const diskBytes = (await postgres.diskBytes()) - diskBefore;
    await bench.release(first);
    await bench.release(second);
    const [stored] = await postgres.query<{ events: number }>('SELECT count(*) AS events FROM events');
    return {
      figures: [
        { name: 'one node', value: one.perSecond(), unit: 'pings/s', atLeast: 12_000 },
        { name: 'two nodes, together', value: two.perSecond(), unit: 'pings/s' },
        { name: 'two nodes to one', value: two.perSecond() / one.perSecond(), unit: '', atLeast: 0.9 },
        ...one.figures('one node'),
        ...two.figures('two nodes'),
        { name: 'disk, tables and indexes', value: diskBytes / accepted, unit: 'bytes/ping' },
        { name: 'other responses than 200', value: one.refused() + two.refused(), unit: '', atMost: 0 },
        {
          name: 'broken connections',
          value: one.sum('failures') + two.sum('failures'),
          unit: '',
          atMost: 0,
        },
        {
          name: 'answered and not stored',
          value: accepted - ((stored?.events ?? 0) - MONITORS),
          unit: '',
          atMost: 0,
        },
      ],
      notes: [
        `One node, round by round: ${one.rounds()} pings/s. The other one was idle.`,
        `Two nodes, round by round: ${two.rounds()} pings/s.`,
      ],
    };
  },
);

interface Counts {
  readonly nodes: number;
  readonly postgres: number;
  readonly generator: number;
  readonly walBytes: number;
  readonly batches: number;
  readonly batched: number;
}

/** Result of one round. Resource use includes requests that are still pending at the end of the round. */
interface Measured extends Outcome {
  readonly accepted: number;
  readonly used: Counts;
}

interface World {
  readonly postgres: Postgres;
  readonly all: readonly Service[];
  readonly next: NextRequest;
}

async function measure(
  { postgres, all, next }: World,
  nodes: readonly Service[],
  times: { readonly warmUpMs: number; readonly measureMs: number },
): Promise<Measured> {
  const { promise: before, resolve } = Promise.withResolvers<Counts>();
  const outcome = await drive({
    ports: nodes.map(({ port }) => port),
    connections: CONNECTIONS,
    ...times,
    next,
    onMeasure: () => resolve(count(postgres, all)),
  });
  const [from, to] = [await before, await count(postgres, all)];
  return {
    ...outcome,
    used: {
      nodes: to.nodes - from.nodes,
      postgres: to.postgres - from.postgres,
      generator: to.generator - from.generator,
      walBytes: to.walBytes - from.walBytes,
      batches: to.batches - from.batches,
      batched: to.batched - from.batched,
    },
  };
}

/** Reads the processor time first, because the other counts take a moment. */
async function count(postgres: Postgres, nodes: readonly Service[]): Promise<Counts> {
  const seconds = {
    nodes: nodes.reduce((sum, node) => sum + node.cpuSeconds(), 0),
    postgres: postgres.cpuSeconds(),
    generator: ownSeconds(),
  };
  const metric = async (name: string) => {
    const values = await Promise.all(nodes.map(({ port }) => readMetric(port, name)));
    return values.reduce((sum, value) => sum + value, 0);
  };
  return {
    ...seconds,
    walBytes: await postgres.walBytes(),
    batches: await metric('overdue_ingest_batch_size_count'),
    batched: await metric('overdue_ingest_batch_size_sum'),
  };
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Adds up several rounds. */
function openSum() {
  const outcomes: Measured[] = [];
  const latencies = createLatencies();
  const total = (value: (outcome: Measured) => number) =>
    outcomes.reduce((sum, outcome) => sum + value(outcome), 0);
  const used = (name: keyof Counts) => total((outcome) => outcome.used[name]);
  return {
    add(outcome: Measured): void {
      outcomes.push(outcome);
      latencies.addAll(outcome.latencies);
    },
    sum: (name: 'accepted' | 'failures') => total((outcome) => outcome[name]),
    refused: () => total(({ responses, statuses }) => responses - (statuses['200'] ?? 0)),
    perSecond: () => total(({ responses }) => responses) / total(({ seconds }) => seconds),
    rounds: () => outcomes.map(({ responses, seconds }) => (responses / seconds).toFixed(0)).join(', '),
    figures(name: string): readonly Figure[] {
      const pings = used('batched');
      const micros = (of: 'nodes' | 'postgres' | 'generator') => ({
        value: (used(of) / pings) * 1e6,
        unit: 'µs/ping',
      });
      return [
        { name: `${name}: p50`, value: latencies.percentile(0.5), unit: 'ms' },
        { name: `${name}: p99`, value: latencies.percentile(0.99), unit: 'ms' },
        { name: `${name}: pings in one transaction`, value: pings / used('batches'), unit: '' },
        { name: `${name}: processor time of the nodes`, ...micros('nodes') },
        { name: `${name}: processor time of PostgreSQL`, ...micros('postgres') },
        { name: `${name}: processor time of the generator`, ...micros('generator') },
        { name: `${name}: write-ahead log`, value: used('walBytes') / pings, unit: 'bytes/ping' },
      ];
    },
  };
}
