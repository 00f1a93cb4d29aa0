/**
 * How long does a single ping take on an idle server? The response waits for an fsync, so the time of the disk is
 * measured separately.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bench } from './bench.ts';
import { createLatencies, type Latencies } from './latencies.ts';
import { sequence, sleep } from './load.ts';
import { otherResponses, roundOf } from './pings.ts';
import { seedTeam } from './seed.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { startServer } from './server-process.ts';

const MONITORS = 1000;
/** Pause after which the server is idle again. */
const PAUSE_MS = 5;
const WARM_UP_PINGS = 500;
const PAGE_BYTES = 4096;

await bench(
  'How long does one ping alone take on an idle server?',
  { count: 1000 },
  async ({ numbers: { count }, folder, own }) => {
    const file = join(folder, 'single.db');
    seedTeam(file, MONITORS);
    const server = own(await startServer({ file }));
    const next = roundOf(Array.from({ length: MONITORS }, (_, n) => pingIDOf(n + 1)));
    const ping = (of: number, isAlone: boolean) =>
      sequence({ port: server.port, count: of, pauseMs: PAUSE_MS, isAlone, next });
    await ping(WARM_UP_PINGS, false);
    const kept = await ping(count, false);
    const alone = await ping(count, true);
    const disk = await measureDisk(join(folder, 'disk'), count);
    return {
      figures: [
        { name: 'median', value: kept.latencies.percentile(0.5), unit: 'ms', atMost: 2 },
        { name: 'p99', value: kept.latencies.percentile(0.99), unit: 'ms' },
        { name: 'max', value: kept.latencies.percentile(1), unit: 'ms' },
        {
          name: 'median with a connection of its own',
          value: alone.latencies.percentile(0.5),
          unit: 'ms',
          atMost: 2,
        },
        { name: 'p99 with a connection of its own', value: alone.latencies.percentile(0.99), unit: 'ms' },
        { name: 'median of the disk alone', value: disk.percentile(0.5), unit: 'ms' },
        { name: 'p99 of the disk alone', value: disk.percentile(0.99), unit: 'ms' },
        otherResponses(kept, alone),
      ],
      notes: ['The disk alone: appending 4096 bytes to a file and fdatasync.'],
    };
  },
);

async function measureDisk(file: string, count: number): Promise<Latencies> {
  const latencies = createLatencies();
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const disk = openSync(file, 'w');
  for (let written = 0; written < count; written += 1) {
    await sleep(PAUSE_MS);
    const startedAt = performance.now();
    writeSync(disk, page);
    fdatasyncSync(disk);
    latencies.add(performance.now() - startedAt);
  }
  closeSync(disk);
  return latencies;
}
