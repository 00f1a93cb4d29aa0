/**
 * How many durable pings per second can one core handle, compared with a minimal HTTP server on the same core under the
 * same load?
 */
import { join } from 'node:path';
import { cell } from '../server/src/database/sqlite-connection.ts';
import { bench } from './bench.ts';
import { createLatencies } from './latencies.ts';
import { drive, type NextRequest, type Outcome } from './load.ts';
import { jobsOf, readMetric } from './pings.ts';
import { seedTeam, withDatabase } from './seed.ts';
import { HOURLY_CRON, pingIDOf } from './seeded-monitor.ts';
import { type Service, startHello, startServer } from './server-process.ts';

const CONNECTIONS = 256;
const MONITORS = 10_000;

await bench(
  'How many durable pings a second does one core answer, next to a bare hello world?',
  { rounds: 12, seconds: 2, hello: 2, warmup: 10, cron: 0 },
  async ({ numbers, folder, own, release }) => {
    const file = join(folder, 'throughput.db');
    seedTeam(file, MONITORS, ...(numbers.cron === 1 ? [HOURLY_CRON] : []));
    const next = jobsOf(
      CONNECTIONS,
      Array.from({ length: MONITORS }, (_, n) => pingIDOf(n + 1)),
    );
    const server = own(await startServer({ file }));
    const hello = own(await startHello());
    const warmUp = await measure(server, next, { warmUpMs: 0, measureMs: numbers.warmup * 1000 });
    const pings = openSum(warmUp.accepted);
    const hellos = openSum(0);
    // Alternates between the two servers on the same core, because the speed of the machine changes within seconds and must
    // affect both.
    for (let round = 0; round < numbers.rounds; round += 1) {
      hellos.add(await measure(hello, next, { warmUpMs: 500, measureMs: numbers.hello * 1000 }));
      pings.add(await measure(server, next, { warmUpMs: 500, measureMs: numbers.seconds * 1000 }));
    }
    const batch =
      (await readMetric(server.port, 'overdue_ingest_batch_size_sum')) /
      (await readMetric(server.port, 'overdue_ingest_batch_size_count'));
    const memory = server.memory();
    await release(hello);
    await release(server);

    const stored = withDatabase(file, (database) => cell<number>(database, 'SELECT COUNT(*) FROM events'));
    const lost = pings.accepted() - ((stored ?? 0) - MONITORS);
    return {
      figures: [
        { name: 'pings', value: pings.perSecond(), unit: 'pings/s' },
        { name: 'hello world', value: hellos.perSecond(), unit: 'requests/s' },
        { name: 'ratio', value: pings.perSecond() / hellos.perSecond(), unit: '', atLeast: 0.3 },
        {
          name: 'ratio by processor time',
          value: pings.perCPUSecond() / hellos.perCPUSecond(),
          unit: '',
        },
        { name: 'ping p50', value: pings.latencies.percentile(0.5), unit: 'ms' },
        { name: 'ping p99', value: pings.latencies.percentile(0.99), unit: 'ms', atMost: 25 },
        { name: 'ping max', value: pings.latencies.percentile(1), unit: 'ms' },
        { name: 'pings in one transaction', value: batch, unit: '' },
        { name: 'other responses than 200', value: pings.refused(), unit: '' },
        { name: 'broken connections', value: pings.failures(), unit: '', atMost: 0 },
        { name: 'answered and not stored', value: lost, unit: '', atMost: 0 },
        { name: 'memory at the end', value: memory.nowMB, unit: 'MB' },
      ],
      notes: [
        `Hello world, round by round: ${hellos.rounds()} requests/s.`,
        `Pings, round by round: ${pings.rounds()} a second.`,
      ],
    };
  },
);

interface Measured extends Outcome {
  readonly accepted: number;
  readonly cpuSeconds: number;
}

async function measure(
  service: Service,
  next: NextRequest,
  times: { readonly warmUpMs: number; readonly measureMs: number },
): Promise<Measured> {
  let before = 0;
  const outcome = await drive({
    ports: [service.port],
    connections: CONNECTIONS,
    ...times,
    next,
    onMeasure() {
      before = service.cpuSeconds();
    },
  });
  return { ...outcome, cpuSeconds: service.cpuSeconds() - before };
}

/** Adds up the outcomes of several rounds. `accepted` also counts the `acceptedBefore` pings of the warm-up. */
function openSum(acceptedBefore: number) {
  const outcomes: Measured[] = [];
  const latencies = createLatencies();
  const sum = (value: (outcome: Measured) => number) =>
    outcomes.reduce((total, outcome) => total + value(outcome), 0);
  return {
    latencies,
    add(outcome: Measured): void {
      outcomes.push(outcome);
      latencies.addAll(outcome.latencies);
    },
    accepted: () => acceptedBefore + sum(({ accepted }) => accepted),
    refused: () => sum(({ responses, statuses }) => responses - (statuses['200'] ?? 0)),
    failures: () => sum(({ failures }) => failures),
    perSecond: () => sum(({ responses }) => responses) / sum(({ seconds }) => seconds),
    perCPUSecond: () => sum(({ responses }) => responses) / sum(({ cpuSeconds }) => cpuSeconds),
    rounds: () => outcomes.map(({ responses, seconds }) => (responses / seconds).toFixed(0)).join(', '),
  };
}
