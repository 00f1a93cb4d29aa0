/**
 * Is our own load generator fast enough for measurements? Loads a minimal HTTP server with our generator and with wrk,
 * one after the other, on the same cores.
 */
import { execFileSync } from 'node:child_process';
import { bench } from './bench.ts';
import { drive } from './load.ts';
import { startHello } from './server-process.ts';

const CONNECTIONS = 256;
const REQUEST = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

await bench(
  'Does the load generator drive a bare hello world as hard as wrk does?',
  { seconds: 10 },
  async ({ numbers: { seconds }, own }) => {
    const hello = own(await startHello());
    let generatorBefore = process.cpuUsage();
    let serverBefore = 0;
    const ours = await drive({
      ports: [hello.port],
      connections: CONNECTIONS,
      warmUpMs: 3000,
      measureMs: seconds * 1000,
      next: () => REQUEST,
      onMeasure() {
        generatorBefore = process.cpuUsage();
        serverBefore = hello.cpuSeconds();
      },
    });
    const { user, system } = process.cpuUsage(generatorBefore);
    const serverSeconds = hello.cpuSeconds() - serverBefore;
    const theirs = wrk(hello.port, seconds);
    return {
      figures: [
        { name: 'bench/load.ts', value: ours.responses / ours.seconds, unit: 'requests/s' },
        {
          name: 'bench/load.ts, by its own core',
          value: ours.responses / ((user + system) / 1e6),
          unit: 'requests per processor second',
        },
        {
          name: 'hello world, by its core',
          value: ours.responses / serverSeconds,
          unit: 'requests per processor second',
        },
        ...(theirs === null
          ? []
          : [
              { name: 'wrk -t1 -c256', value: theirs, unit: 'requests/s' },
              { name: 'ratio', value: ours.responses / ours.seconds / theirs, unit: '', atLeast: 0.95 },
            ]),
      ],
      notes: theirs === null ? ['wrk is not installed here: nothing to compare with.'] : [],
    };
  },
);

function wrk(port: number, seconds: number): number | null {
  try {
    const output = execFileSync(
      'wrk',
      ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, `http://127.0.0.1:${port}/`],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  } catch {
    return null;
  }
}
