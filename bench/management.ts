/**
 * How long do a dashboard and Terraform wait for the list of 10 000 checks in Healthchecks' Management API, which has
 * no pages? How long does Prometheus wait for the metrics of 10 000 checks?
 */
import { get } from 'node:http';
import { join } from 'node:path';
import { bench } from './bench.ts';
import { createLatencies } from './latencies.ts';
import { seedTeam } from './seed.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { startServer } from './server-process.ts';

const CHECKS = 10_000;
/** Number of checks that change between two requests for the list, as in a busy project. */
const CHANGED = 500;

await bench(
  "How long does the list of 10 000 checks take in Healthchecks' Management API?",
  { lists: 20 },
  async ({ numbers: { lists }, folder, own }) => {
    const file = join(folder, 'management.db');
    const { token, project } = seedTeam(file, CHECKS);
    const server = own(await startServer({ file }));
    const base = `http://127.0.0.1:${server.port}`;
    const key = await createKey(base, { token, project, kind: 'read_write' });
    const reader = await createKey(base, { token, project, kind: 'read' });
    const list = (secret = key) => read(`${base}/api/v3/checks/`, { 'X-Api-Key': secret });

    const first = await list();
    const { checks }: { readonly checks: readonly unknown[] } = JSON.parse(first.body);
    if (checks.length !== CHECKS) throw new Error(`The list has ${checks.length} checks.`);
    const again = createLatencies();
    const secondsBefore = server.cpuSeconds();
    for (let turn = 0; turn < lists; turn += 1) again.add((await list()).ms);
    const processorMs = ((server.cpuSeconds() - secondsBefore) / lists) * 1000;
    const changed = createLatencies();
    for (let turn = 0; turn < lists; turn += 1) {
      await pingSome(base, turn);
      changed.add((await list()).ms);
    }
    const readers = createLatencies();
    for (let turn = 0; turn < lists; turn += 1) readers.add((await list(reader)).ms);
    const metrics = createLatencies();
    const path = `${base}/projects/00000000-0000-0000-0000-000000000000/metrics/${reader}`;
    for (let turn = 0; turn < lists; turn += 1) metrics.add((await read(path, {})).ms);
    return {
      figures: [
        { name: 'first list after the start', value: first.ms, unit: 'ms' },
        { name: 'list, median', value: again.percentile(0.5), unit: 'ms', atMost: 300 },
        { name: 'processor time of a list', value: processorMs, unit: 'ms' },
        { name: 'list, slowest', value: again.percentile(1), unit: 'ms' },
        {
          name: `list after ${CHANGED} pings, median`,
          value: changed.percentile(0.5),
          unit: 'ms',
          atMost: 300,
        },
        { name: 'list after pings, slowest', value: changed.percentile(1), unit: 'ms' },
        { name: 'list with a read key, median', value: readers.percentile(0.5), unit: 'ms' },
        { name: 'metrics for Prometheus, median', value: metrics.percentile(0.5), unit: 'ms' },
        { name: 'size of the list', value: first.body.length / 1e6, unit: 'MB' },
      ],
      notes: [`Each list has ${CHECKS} checks, whose monitors are in one project.`],
    };
  },
);

async function createKey(
  base: string,
  { token, project, kind }: { readonly token: string; readonly project: string; readonly kind: string },
): Promise<string> {
  const response = await fetch(`${base}/v1/projects/${project}/keys/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind, name: 'bench' }),
  });
  const { data }: { readonly data: { readonly key: { readonly secret: string } } } = JSON.parse(
    await response.text(),
  );
  return data.key.secret;
}

async function pingSome(base: string, turn: number): Promise<void> {
  const numbers = Array.from({ length: CHANGED }, (_, index) => ((turn * CHANGED + index) % CHECKS) + 1);
  for (const number of numbers) {
    const { status } = await fetch(`${base}/ping/${pingIDOf(number)}`);
    if (status !== 200) throw new Error(`A ping was answered with ${status}.`);
  }
}

/** Sends a request, and measures the time until the last byte of the response. */
function read(url: string, headers: Readonly<Record<string, string>>): Promise<{ ms: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ ms: number; body: string }>();
  const startedAt = performance.now();
  get(url, { headers }, (response) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('error', reject);
    response.on('end', () => {
      const ms = performance.now() - startedAt;
      if (response.statusCode === 200) resolve({ ms, body: Buffer.concat(pieces).toString() });
      else reject(new Error(`${url} answered ${response.statusCode}.`));
    });
  }).on('error', reject);
  return promise;
}
