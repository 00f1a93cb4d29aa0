/**
 * Is the store's own pipeline faster than the driver's? Sends the statements of the same batches of pings alternately through
 * each pipeline, over one connection to a PostgreSQL on this machine.
 */

import { createApplier } from '../server/src/core/postgres/apply.ts';
import { type Batches, createBatches } from '../server/src/core/postgres/batch.ts';
import { createPeers } from '../server/src/core/postgres/nodes/peers.ts';
import { openConnections } from '../server/src/database/postgres/connections.ts';
import { systemRandom } from '../server/src/platform/runtime/random.ts';
import { openPostgresStore } from '../server/src/store/postgres/store.ts';
import { openDriverConnections } from '../server/test/postgres/driver-pipeline.ts';
import { makeMonitors, NOON, ping } from '../server/test/store/suite/fixtures.ts';
import { benchOnSharedCores } from './bench.ts';
import { startPostgres } from './postgres.ts';

const SIZES = [1, 16, 250] as const;
const MONITORS = Math.max(...SIZES);
const WARM_UP_BATCHES = 30;

interface Sample {
  readonly batchesPerSecond: number;
  /** Processor time of this process. */
  readonly cpuMs: number;
}

await benchOnSharedCores(
  'How many batches of pings a second does one connection take: by the store’s own pipeline, by the driver’s?',
  { rounds: 9, milliseconds: 1500 },
  async ({ numbers: { rounds, milliseconds }, own }) => {
    const postgres = own(await startPostgres());
    const newID = () => systemRandom.uuid();
    const store = await openPostgresStore({ url: postgres.url, newID, now: NOON });
    const monitors = await makeMonitors(store, MONITORS);
    await store.close();
    const all = {
      own: openConnections(postgres.url, 1, 0),
      driver: await openDriverConnections(postgres.url),
    };
    const batches = {
      own: createBatches(all.own, createApplier(newID), createPeers()),
      driver: createBatches(all.driver, createApplier(newID), createPeers()),
    };
    let at = NOON;

    async function send(target: Batches, size: number): Promise<void> {
      at += 1;
      const inputs = monitors.slice(0, size).map(({ id }) => ping(id, 'ping', at));
      const applied = await target.apply(inputs, undefined);
      if (applied.some(({ outcome }) => outcome !== 'applied')) throw new Error('A ping was not applied.');
    }

    async function sample(target: Batches, size: number): Promise<Sample> {
      const before = process.cpuUsage();
      const startedAt = performance.now();
      let count = 0;
      for (; performance.now() - startedAt < milliseconds; count += 1) await send(target, size);
      const { user, system } = process.cpuUsage(before);
      const seconds = (performance.now() - startedAt) / 1000;
      return { batchesPerSecond: count / seconds, cpuMs: (user + system) / 1000 / count };
    }

    const figures = [];
    for (const size of SIZES) {
      const samples: Record<keyof typeof batches, Sample[]> = { own: [], driver: [] };
      for (const target of Object.values(batches))
        for (let count = 0; count < WARM_UP_BATCHES; count += 1) await send(target, size);
      for (let round = 0; round < rounds; round += 1)
        for (const name of round % 2 === 0 ? (['own', 'driver'] as const) : (['driver', 'own'] as const))
          samples[name].push(await sample(batches[name], size));
      for (const name of ['own', 'driver'] as const)
        figures.push(
          {
            name: `batches of ${size}, ${name}`,
            value: median(samples[name].map(({ batchesPerSecond }) => batchesPerSecond)),
            unit: 'a second',
          },
          {
            name: `batches of ${size}, ${name}: processor time of the node`,
            value: median(samples[name].map(({ cpuMs }) => cpuMs)),
            unit: 'ms a batch',
          },
        );
    }
    await Promise.all([all.own.end(), all.driver.end()]);
    return { figures, notes: [`Medians of ${rounds} rounds of ${milliseconds} ms each, by turns.`] };
  },
);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
