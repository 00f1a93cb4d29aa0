/**
 * How many durable pings a second does one core answer, and what share is that of what a bare hello world answers on the same
 * core under the same load?
 */
import { join } from 'node:path';
import { bench } from './bench.ts';
import { drive, type NextRequest, type Outcome } from './load.ts';
import { jobsOf, readMetric } from './pings.ts';
import { HOURLY_CRON, pingIDOf, seedTeam, withDatabase } from './seed.ts';
import { type Service, startHello, startServer } from './server-process.ts';

const CONNECTIONS = 256;
const MONITORS = 10_000;

await bench(
  'How many durable pings a second does one core answer, next to a bare hello world?',
  { seconds: 20, warmup: 10, hello: 10, cron: 0 },
  async ({ numbers, folder, own, release }) => {
    const file = join(folder, 'throughput.db');
    seedTeam(file, MONITORS, ...(numbers.cron === 1 ? [HOURLY_CRON] : []));
    const next = jobsOf(
      CONNECTIONS,
      Array.from({ length: MONITORS }, (_, n) => pingIDOf(n + 1)),
    );
    const times = { warmUpMs: numbers.warmup * 1000, measureMs: numbers.seconds * 1000 };
    const helloTimes = { warmUpMs: 3000, measureMs: numbers.hello * 1000 };

    // Before and after, so that a machine that changes its pace shows.
    const before = await measureHello();
    const server = own(await startServer({ file }));
    const pings = await measure(server, next, times);
    const batch =
      (await readMetric(server.port, 'overdue_ingest_batch_size_sum')) /
      (await readMetric(server.port, 'overdue_ingest_batch_size_count'));
    const memory = server.memory();
    await release(server);
    const after = await measureHello();

    async function measureHello(): Promise<Measured> {
      const hello = own(await startHello());
      const measured = await measure(hello, next, helloTimes);
      await release(hello);
      return measured;
    }

    const stored = withDatabase(file, (database) =>
      database.prepare<[], { events: number }>('SELECT COUNT(*) AS events FROM events').get(),
    );
    const lost = pings.accepted - ((stored?.events ?? 0) - MONITORS);
    const hello = (before.perSecond + after.perSecond) / 2;
    const helloPerCPU = (before.perCPUSecond + after.perCPUSecond) / 2;
    return {
      figures: [
        { name: 'pings', value: pings.perSecond, unit: 'pings/s' },
        { name: 'hello world', value: hello, unit: 'requests/s' },
        { name: 'ratio', value: pings.perSecond / hello, unit: '', atLeast: 0.3 },
        { name: 'ratio by processor time', value: pings.perCPUSecond / helloPerCPU, unit: '' },
        { name: 'ping p50', value: pings.latencies.percentile(0.5), unit: 'ms' },
        { name: 'ping p99', value: pings.latencies.percentile(0.99), unit: 'ms', atMost: 25 },
        { name: 'ping max', value: pings.latencies.percentile(1), unit: 'ms' },
        { name: 'pings in one transaction', value: batch, unit: '' },
        { name: 'other answers than 200', value: pings.answers - (pings.statuses['200'] ?? 0), unit: '' },
        { name: 'broken connections', value: pings.failures, unit: '', atMost: 0 },
        { name: 'answered and not stored', value: lost, unit: '', atMost: 0 },
        { name: 'memory at the end', value: memory.nowMB, unit: 'MB' },
      ],
      notes: [
        `Hello world before and after: ${before.perSecond.toFixed(0)} and ${after.perSecond.toFixed(0)} requests/s.`,
        `Of its core the server used ${percent(pings.serverShare)}, the generator ${percent(pings.generatorShare)} ` +
          `(with the hello world ${percent(after.serverShare)} and ${percent(after.generatorShare)}).`,
      ],
    };
  },
);

interface Measured extends Outcome {
  readonly accepted: number;
  readonly perSecond: number;
  readonly perCPUSecond: number;
  readonly serverShare: number;
  readonly generatorShare: number;
}

async function measure(
  service: Service,
  next: NextRequest,
  times: { readonly warmUpMs: number; readonly measureMs: number },
): Promise<Measured> {
  let serverBefore = 0;
  let generatorBefore = process.cpuUsage();
  const outcome = await drive({
    port: service.port,
    connections: CONNECTIONS,
    ...times,
    next,
    onMeasure() {
      serverBefore = service.cpuSeconds();
      generatorBefore = process.cpuUsage();
    },
  });
  const serverSeconds = service.cpuSeconds() - serverBefore;
  const { user, system } = process.cpuUsage(generatorBefore);
  return {
    ...outcome,
    perSecond: outcome.answers / outcome.seconds,
    perCPUSecond: outcome.answers / serverSeconds,
    serverShare: serverSeconds / outcome.seconds,
    generatorShare: (user + system) / 1e6 / outcome.seconds,
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
