import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Measures how much "overdue exec" adds to a job, compared with runitor. Runs `true` alternately without a wrapper,
// with overdue and with runitor. Then passes 1 GB of output to /dev/null and into a second pipe, compared with `cat`.
// Requires GNU time and GNU dd:
//
// node bench/exec.ts --overdue PATH_OF_EXECUTABLE --runitor PATH_OF_RUNITOR

const { values } = parseArgs({ options: { overdue: { type: 'string' }, runitor: { type: 'string' } } });
const { overdue, runitor } = values;
if (overdue === undefined || runitor === undefined)
  throw new Error('Name both programs: --overdue, --runitor.');

const ROUNDS = 21;
const OUTPUT_ROUNDS = 7;
const OUTPUT = ['head', '-c', '1000000000', '/dev/zero'];
const state = mkdtempSync(join(tmpdir(), 'overdue-bench-'));

// Responds at once, like a service on the same network, in a form that both clients accept.
const service = createServer((_, response) => {
  response.end('{"success":true,"data":{}}');
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const address = service.address();
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/ping/7Jk2mQ9xWcV4nB8sL0pZtR`;

const WRAPPERS = {
  none: [],
  overdue: [overdue, 'exec', '--ping', url, '--'],
  runitor: [
    runitor,
    '-api-url',
    url.slice(0, url.lastIndexOf('/')),
    '-uuid',
    '00000000-0000-4000-8000-000000000000',
    '--',
  ],
} as const;

interface Figures {
  readonly ms: number;
  readonly processorMs: number;
  readonly residentMB: number;
}

async function measure(command: readonly string[]): Promise<Figures> {
  const startedAt = performance.now();
  const child: ChildProcess = spawn('/usr/bin/time', ['--format=%U %S %M', ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, OVERDUE_STATE: state },
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  await once(child, 'close');
  const ms = performance.now() - startedAt;
  const [user = 0, system = 0, kilobytes = 0] = (errors.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  return { ms, processorMs: (user + system) * 1000, residentMB: (kilobytes * 1024) / 1_000_000 };
}

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

// Removes the programs from the page cache, as a restart does. The system maps a newly written file in larger pieces,
// which would count as memory of the process.
for (const program of [overdue, runitor])
  spawnSync('dd', [`of=${program}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0', 'status=none']);

const rounds: Record<keyof typeof WRAPPERS, Figures[]> = { none: [], overdue: [], runitor: [] };
for (let round = 0; round < ROUNDS; round += 1)
  for (const name of ['none', 'overdue', 'runitor'] as const)
    rounds[name].push(await measure([...WRAPPERS[name], 'true']));
for (const [name, figures] of Object.entries(rounds)) {
  const of = (key: keyof Figures) => median(figures.map((figure) => figure[key])).toFixed(0);
  console.log(
    `true, ${name}: ${of('ms')} ms, processor ${of('processorMs')} ms, at most ${of('residentMB')} MB`,
  );
}

const medianMs = (name: keyof typeof WRAPPERS) => median(rounds[name].map(({ ms }) => ms));
/**
 * Time that a wrapper adds to any job. We subtract this time from a pipeline's time, because it doesn't depend on the amount of
 * output.
 */
const startMs = (pipeline: string) =>
  pipeline.startsWith('overdue')
    ? medianMs('overdue') - medianMs('none')
    : pipeline.startsWith('runitor')
      ? medianMs('runitor') - medianMs('none')
      : 0;

const line = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
const outputOf = (name: keyof typeof WRAPPERS) => line([...WRAPPERS[name], ...OUTPUT]);
/**
 * Pipelines to compare. A wrapper copies the output once, like one `cat`. In the pipelines named "into a pipe", three processes
 * share the processors.
 */
const PIPELINES = {
  cat: `${outputOf('none')} | cat >/dev/null`,
  overdue: `${outputOf('overdue')} >/dev/null`,
  runitor: `${outputOf('runitor')} >/dev/null`,
  'cat into a pipe': `${outputOf('none')} | cat | cat >/dev/null`,
  'overdue into a pipe': `${outputOf('overdue')} | cat >/dev/null`,
  'runitor into a pipe': `${outputOf('runitor')} | cat >/dev/null`,
};
const passes = new Map<string, Figures[]>(Object.keys(PIPELINES).map((name) => [name, []]));
for (let round = 0; round < OUTPUT_ROUNDS; round += 1)
  for (const [name, pipeline] of Object.entries(PIPELINES))
    passes.get(name)?.push(await measure(['sh', '-c', pipeline]));
for (const [name, figures] of passes) {
  const of = (key: keyof Figures) => median(figures.map((figure) => figure[key]));
  const speed = (ms: number) => (1_000_000 / ms).toFixed(0);
  console.log(
    `1 GB, ${name}: ${speed(of('ms'))} MB/s, ${speed(of('ms') - startMs(name))} MB/s without the start, processor ${of('processorMs').toFixed(0)} ms, at most ${of('residentMB').toFixed(0)} MB`,
  );
}
console.log(`load average: ${spawnSync('cat', ['/proc/loadavg'], { encoding: 'utf8' }).stdout.trim()}`);
service.close();
rmSync(state, { recursive: true });
