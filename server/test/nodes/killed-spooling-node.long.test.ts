import { expect, test } from 'vitest';
import type { Node } from './nodes.ts';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

/** Maximum delay. Other nodes wait 10 seconds for a silent node once the database accepts writes. */
const DEAD_MS_MAX = 16_000;

/**
 * Kills one of two nodes during an outage, while its spool contains a ping. Returns the nodes, the ping path, and the
 * number of pings that were numbered before the outage. On a busy machine, the first pings may be spooled and get no
 * number.
 */
async function killKeeper() {
  const nodes = await openNodesForTest();
  const [killed, other] = await Promise.all([nodes.start(nodes.gated), nodes.start(nodes.gated)]);
  const [job] = await nodes.createMonitors(1);
  const { path } = required(job);
  let before = 0;
  await until(async () => {
    before += 1;
    expect((await other.ping(`${path}?rid=1`)).number).toBe(before);
  });
  nodes.gate.shut();
  expect(await killed.ping(`${path}?rid=2`)).toMatchObject({ status: 200, number: 0 });
  expect(await other.ping(`${path}?rid=3`)).toMatchObject({ status: 200, number: 0 });
  await killed.kill('SIGKILL');
  return { nodes, killed, other, path, before };
}

/** Returns the time until a ping gets its number immediately. */
async function untilNumbered(node: Node, path: string): Promise<number> {
  const startedAt = performance.now();
  await until(async () => expect((await node.ping(path)).number).toBeGreaterThan(0));
  return performance.now() - startedAt;
}

test('a node that was killed with pings in its spool is waited for only as long as any silent node', async () => {
  const { nodes, other, path } = await killKeeper();
  nodes.gate.open();
  const tookMs = await untilNumbered(other, path);
  process.stdout.write(`Numbers came ${Math.round(tookMs)} ms after the database.\n`);
  expect(tookMs).toBeLessThan(DEAD_MS_MAX);
});

test('the other node waits for a killed node that is started again, until its spool is empty', async () => {
  const { nodes, killed, other, path, before } = await killKeeper();
  nodes.gate.open();
  const startedAt = performance.now();
  await killed.restart();
  const bootMs = performance.now() - startedAt;
  const tookMs = await untilNumbered(other, path);
  process.stdout.write(`Numbers came ${Math.round(tookMs)} ms after a start of ${Math.round(bootMs)} ms.\n`);
  expect(tookMs).toBeLessThan(DEAD_MS_MAX);
  const rows = await nodes.query(`SELECT run_id FROM events ORDER BY number LIMIT ${before + 2}`);
  expect(rows.map(({ run_id: rid }) => rid)).toEqual([
    ...Array.from({ length: before }, () => '1'),
    '2',
    '3',
  ]);
});
