/**
 * Where does the server spend its time while it handles pings? Runs the load of throughput.ts on a server that profiles itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench } from './bench.ts';
import { drive } from './load.ts';
import { jobsOf } from './pings.ts';
import { seedTeam } from './seed.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { startServer } from './server-process.ts';

const CONNECTIONS = 256;
const MONITORS = 10_000;

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

await bench(
  "Where does the server's time go under pings?",
  { seconds: 10, warmup: 5, top: 40 },
  async ({ numbers, folder, own, release }) => {
    const file = join(folder, 'profile.db');
    seedTeam(file, MONITORS);
    const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
    const server = own(await startServer({ file, nodeOptions }));
    const pings = await drive({
      ports: [server.port],
      connections: CONNECTIONS,
      warmUpMs: numbers.warmup * 1000,
      measureMs: numbers.seconds * 1000,
      next: jobsOf(
        CONNECTIONS,
        Array.from({ length: MONITORS }, (_, n) => pingIDOf(n + 1)),
      ),
    });
    await release(server);
    const name = readdirSync(folder).find((entry) => entry.endsWith('.cpuprofile'));
    if (name === undefined) throw new Error('The server left no profile.');
    const profile: Profile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return {
      figures: [
        { name: 'pings, profiled', value: pings.responses / pings.seconds, unit: 'pings/s' },
        ...selfTimes(profile).slice(0, numbers.top),
      ],
      notes: ['Self time, as a share of the time in which the server was not idle.'],
    };
  },
);

function selfTimes({ nodes, samples, timeDeltas }: Profile) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, frameName(callFrame)]));
  const micros = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    micros.set(name, (micros.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  micros.delete('(idle)');
  const all = [...micros.values()].reduce((sum, value) => sum + value, 0);
  return [...micros]
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => ({ name, value: (100 * value) / all, unit: '%' }));
}

function frameName({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  const place = /(?:server\/src\/|node_modules\/|node:)(.*)$/.exec(url)?.[0] ?? '';
  return place === '' ? name : `${name} ${place}:${lineNumber + 1}`;
}
