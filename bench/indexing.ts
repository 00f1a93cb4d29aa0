/** How long do pings wait while the server indexes many logs on SQLite? */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cell } from '../server/src/database/sqlite-connection.ts';
import { systemRandom } from '../server/src/platform/runtime/random.ts';
import { openSqliteStore } from '../server/src/store/sqlite/store.ts';
import { ping } from '../server/test/store/suite/fixtures.ts';
import { type Bench, bench } from './bench.ts';
import { type Outcome, pace } from './load.ts';
import { logOf } from './logs.ts';
import { otherResponses, roundOf } from './pings.ts';
import type { Figure } from './report.ts';
import { seedTeam, withDatabase } from './seed.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { startServer } from './server-process.ts';

const MONITORS = 1000;
const BATCH = 1000;
const CONNECTIONS = 64;
const WARM_UP_MS = 5000;
const NUMBERS = { logs: 1_000_000, seconds: 60, rate: 500 };

await bench(
  'How long do pings wait while the server indexes many logs on SQLite?',
  NUMBERS,
  async (running: Bench<typeof NUMBERS>) => {
    const { logs } = running.numbers;
    const without = await measure(running, 'none', 0);
    const during = await measure(running, 'logs', logs);
    return {
      figures: [
        ...figuresOf('nothing to index', without.pings),
        ...figuresOf('while logs are indexed', during.pings),
        { name: 'logs indexed meanwhile', value: during.indexed, unit: '' },
        otherResponses(without.pings, during.pings),
      ],
      notes: [`${logs} logs of 1 kB waited for the index.`],
    };
  },
);

function figuresOf(name: string, { latencies }: Outcome): readonly Figure[] {
  return [
    { name: `${name}: p50`, value: latencies.percentile(0.5), unit: 'ms' },
    { name: `${name}: p99`, value: latencies.percentile(0.99), unit: 'ms' },
    { name: `${name}: max`, value: latencies.percentile(1), unit: 'ms' },
  ];
}

async function measure(
  { numbers: { seconds, rate }, folder, own, release }: Bench<typeof NUMBERS>,
  name: string,
  logs: number,
): Promise<{ readonly pings: Outcome; readonly indexed: number }> {
  // Each database needs its own folder, because the folder also contains the database's secret key.
  mkdirSync(join(folder, name));
  const file = join(folder, name, 'overdue.db');
  seedTeam(file, MONITORS);
  await addLogs(file, logs);
  const server = own(await startServer({ file }));
  const next = roundOf(Array.from({ length: MONITORS }, (_, index) => pingIDOf(index + 1)));
  const load = { ports: [server.port], perSecond: rate, connections: CONNECTIONS, isDone: () => false, next };
  await pace({ ...load, msMax: WARM_UP_MS });
  const pings = await pace({ ...load, msMax: seconds * 1000 });
  await release(server);
  const indexed = withDatabase(file, (database) =>
    cell<number>(database, 'SELECT count(*) FROM log_words_docsize'),
  );
  return { pings, indexed: indexed ?? 0 };
}

/** Adds pings with logs, one for each monitor in turn. */
async function addLogs(file: string, count: number): Promise<void> {
  const store = await openSqliteStore({ file, newID: () => systemRandom.uuid() });
  const startedAt = Date.now() - count;
  for (let sent = 0; sent < count; sent += BATCH)
    await store.apply(
      Array.from({ length: BATCH }, (_, index) =>
        ping(((sent + index) % MONITORS) + 1, 'end', startedAt + sent + index, {
          request: { body: logOf(sent + index) },
        }),
      ),
    );
  await store.close();
}
