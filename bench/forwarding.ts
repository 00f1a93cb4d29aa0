/** How much more does a ping cost if its monitor forwards pings, and how soon does the forwarded ping arrive? */
import { join } from 'node:path';
import { bench } from './bench.ts';
import { createLatencies } from './latencies.ts';
import { drive, type NextRequest, type Outcome, pace, sleep } from './load.ts';
import { otherResponses } from './pings.ts';
import { seedTeam, withDatabase } from './seed.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { type Service, startServer } from './server-process.ts';
import { startTarget, type Target } from './target.ts';

/** Number of monitors of each kind. */
const MONITORS = 1000;
const CONNECTIONS = 64;
const SATURATING_CONNECTIONS = 256;
const POLL_MS = 20;
const DRAIN_MS_MAX = 180_000;
const HEAD_REST = ' HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: curl/8.14.1\r\nAccept: */*\r\n\r\n';

let pings = 0;

await bench(
  'How much does forwarding cost a ping, and how soon does a ping arrive at the second URL?',
  { rounds: 4, seconds: 5, rate: 500, saturation: 3 },
  async ({ numbers: { rounds, seconds, rate, saturation }, folder, own }) => {
    const file = join(folder, 'forwarding.db');
    seedTeam(file, 3 * MONITORS);
    const [answering, silent] = [await startTarget('respond'), await startTarget('hang')];
    try {
      forward(file, MONITORS + 1, answering.url);
      forward(file, 2 * MONITORS + 1, silent.url);
      const env = { ALLOW_PRIVATE_ADDRESSES: 'all' };
      const server = own(await startServer({ file, env }));
      const run = (first: number, msMax: number) => steady(server, { first, rate, msMax, target: answering });
      await run(1, seconds * 1000);
      await run(MONITORS + 1, seconds * 1000);
      await drained(answering);
      const plain = createTotals();
      const forwarded = createTotals();
      for (let round = 0; round < rounds; round += 1) {
        plain.add(await run(1, seconds * 1000));
        forwarded.add(await run(MONITORS + 1, seconds * 1000));
        await drained(answering);
      }
      const arrivals = answering.takeDelays();
      const [free, busy, drainSeconds] = await saturate(server, saturation * 1000, answering);
      const hanging = createTotals();
      hanging.add(await run(2 * MONITORS + 1, rounds * seconds * 1000));
      const faults = answering.faults();
      return {
        figures: [
          ...plain.figures('not forwarded'),
          ...forwarded.figures('forwarded'),
          ...hanging.figures('forwarded to a target that never responds'),
          {
            name: 'p50 of forwarded pings to others',
            value: forwarded.percentile(0.5) / plain.percentile(0.5),
            unit: '',
            atMost: 1.3,
          },
          {
            name: 'p50 of pings to the target that never responds to others',
            value: hanging.percentile(0.5) / plain.percentile(0.5),
            unit: '',
            atMost: 1.3,
          },
          { name: 'arrival at the second URL: p50', value: arrivals.percentile(0.5), unit: 'ms' },
          { name: 'arrival at the second URL: p99', value: arrivals.percentile(0.99), unit: 'ms' },
          { name: 'saturated: not forwarded', value: free.responses / free.seconds, unit: 'pings/s' },
          { name: 'saturated: forwarded', value: busy.responses / busy.seconds, unit: 'pings/s' },
          { name: 'saturated: the last forwarded ping arrived after', value: drainSeconds, unit: 's' },
          { name: 'pings that did not arrive, or out of order', value: faults, unit: '', atMost: 0 },
          otherResponses(free, busy, ...plain.outcomes, ...forwarded.outcomes, ...hanging.outcomes),
        ],
        notes: [
          `Pings came at ${rate} a second, and count from when they were due. Each kind of ping has ${MONITORS} monitors.`,
          `Saturated: ${SATURATING_CONNECTIONS} connections for ${saturation} s each.`,
        ],
      };
    } finally {
      answering.close();
      silent.close();
    }
  },
);

/** Makes seeded monitors forward their next pings. */
function forward(file: string, first: number, url: string): void {
  withDatabase(file, (database) =>
    database.exec(
      `UPDATE monitors SET forward_to = '${url}' || id WHERE id BETWEEN ${first} AND ${first + MONITORS - 1};
       INSERT INTO forwarding (monitor_id, forwarded_until) SELECT monitor_id, event_count FROM monitor_states
         WHERE monitor_id BETWEEN ${first} AND ${first + MONITORS - 1}`,
    ),
  );
}

/** Returns a ping of each monitor in turn, each with a new rid. */
function turns(first: number, target: Target): NextRequest {
  const doesForward = first === MONITORS + 1;
  return () => {
    pings += 1;
    const rid = `0000f0f0-0000-4000-8000-${String(pings).padStart(12, '0')}`;
    const number = first + (pings % MONITORS);
    if (doesForward) target.expect(rid);
    return `GET /ping/${pingIDOf(number)}?rid=${rid}${HEAD_REST}`;
  };
}

async function steady(
  server: Service,
  {
    first,
    rate,
    msMax,
    target,
  }: {
    readonly first: number;
    readonly rate: number;
    readonly msMax: number;
    readonly target: Target;
  },
) {
  const before = server.cpuSeconds();
  const outcome = await pace({
    ports: [server.port],
    perSecond: rate,
    connections: CONNECTIONS,
    msMax,
    isDone: () => false,
    next: turns(first, target),
  });
  return { outcome, cpuSeconds: server.cpuSeconds() - before };
}

async function saturate(server: Service, measureMs: number, target: Target) {
  const busy = (first: number) =>
    drive({
      ports: [server.port],
      connections: SATURATING_CONNECTIONS,
      warmUpMs: 500,
      measureMs,
      next: turns(first, target),
    });
  const free = await busy(1);
  const forwarded = await busy(MONITORS + 1);
  const startedAt = performance.now();
  await drained(target);
  return [free, forwarded, (performance.now() - startedAt) / 1000] as const;
}

async function drained(target: Target): Promise<void> {
  const last = performance.now() + DRAIN_MS_MAX;
  while (target.missing() > 0 && performance.now() < last) await sleep(POLL_MS);
}

function createTotals() {
  const latencies = createLatencies();
  const outcomes: Outcome[] = [];
  let cpuSeconds = 0;
  const percentile = (share: number) => latencies.percentile(share);
  return {
    outcomes,
    percentile,
    add(run: { readonly outcome: Outcome; readonly cpuSeconds: number }) {
      latencies.addAll(run.outcome.latencies);
      outcomes.push(run.outcome);
      cpuSeconds += run.cpuSeconds;
    },
    figures: (name: string) => [
      { name: `${name}: p50`, value: percentile(0.5), unit: 'ms' },
      { name: `${name}: p99`, value: percentile(0.99), unit: 'ms' },
      {
        name: `${name}: processor time`,
        value: (cpuSeconds * 1_000_000) / latencies.count(),
        unit: 'µs/ping',
      },
    ],
  };
}
