/**
 * How soon does a start of the npm package take pings, does anything delay pings in the first minute, and how much memory does an
 * idle server use?
 */
import { join } from 'node:path';
import { stageServer } from '../packaging/npm-packages.ts';
import { bench } from './bench.ts';
import { createLatencies } from './latencies.ts';
import { sequence, sleep } from './load.ts';
import { otherResponses, roundOf } from './pings.ts';
import { seedTeam } from './seed.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { startServer } from './server-process.ts';

const MONITORS = 1000;
const PAUSE_MS = 20;
/** Pings for a minute. Code that a start doesn't need loads during this time. */
const FIRST_PINGS = 3000;
/** Time between the last of these pings and the reading of memory. */
const QUIET_MS = 60_000;

await bench(
  'How soon does a start take pings, does anything delay them afterwards, and how much memory is used?',
  { rounds: 5, idle: 60 },
  async ({ numbers: { rounds, idle }, folder, own, release }) => {
    const file = join(folder, 'start.db');
    seedTeam(file, MONITORS);
    const program = join((await stageServer()).folder, 'server/bin/overdue-server.js');
    const starts = createLatencies();
    for (let round = 0; round < rounds; round += 1) {
      const server = own(await startServer({ file, program }));
      starts.add(server.readyMs);
      await release(server);
    }

    const pinged = own(await startServer({ file, program }));
    const atStart = pinged.memory();
    const next = roundOf(Array.from({ length: MONITORS }, (_, n) => pingIDOf(n + 1)));
    const pings = await sequence({
      port: pinged.port,
      count: FIRST_PINGS,
      pauseMs: PAUSE_MS,
      isAlone: false,
      next,
    });
    await sleep(QUIET_MS);
    const afterPings = pinged.memory();
    await release(pinged);

    const quiet = own(await startServer({ file, program }));
    await sleep(idle * 1000);
    const whenIdle = quiet.memory();
    return {
      figures: [
        { name: 'from spawn to taking pings, median', value: starts.percentile(0.5), unit: 'ms' },
        { name: 'from spawn to taking pings, slowest', value: starts.percentile(1), unit: 'ms' },
        { name: 'pings of the first minute: median', value: pings.latencies.percentile(0.5), unit: 'ms' },
        { name: 'pings of the first minute: slowest', value: pings.latencies.percentile(1), unit: 'ms' },
        { name: 'memory when ready', value: atStart.nowMB, unit: 'MB' },
        {
          name: `memory of a server that was idle for ${idle} s`,
          value: whenIdle.nowMB,
          unit: 'MB',
          atMost: 140,
        },
        { name: `memory a minute after ${FIRST_PINGS} pings`, value: afterPings.nowMB, unit: 'MB' },
        { name: 'most memory at any time', value: afterPings.peakMB, unit: 'MB' },
        otherResponses(pings),
      ],
      notes: [],
    };
  },
);
