import { expect, test } from 'vitest';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

/** Longer than a presence record may take before the node trusts only newer records of others. */
const STANDSTILL_MS = 1000;
/** Time in which a node gives up waiting for others and spools, on a busy machine. A silent node counts as dead after 10 s. */
const ANSWER_MS_MAX = 6000;

test('a node that stood still while the only other node died answers pings long before that node counts as dead', async () => {
  const nodes = await openNodesForTest();
  const survivor = await nodes.start();
  const dying = await nodes.start();
  const [job] = await nodes.createMonitors(1);
  const { path, shortID } = required(job);
  expect(await survivor.ping(path)).toMatchObject({ number: 1 });
  process.kill(survivor.pid, 'SIGSTOP');
  try {
    await until(async () => {
      const [row] = await nodes.query('SELECT max(seen_at) - min(seen_at) AS ms FROM watching_nodes');
      expect(Number(row?.ms)).toBeGreaterThan(STANDSTILL_MS);
    });
    await dying.kill('SIGKILL');
  } finally {
    process.kill(survivor.pid, 'SIGCONT');
  }
  const continuedAt = Date.now();
  expect(await survivor.ping(path)).toMatchObject({ status: 200 });
  expect(Date.now() - continuedAt).toBeLessThan(ANSWER_MS_MAX);
  await until(async () => {
    const { events } = await survivor.api('GET', `/v1/monitors/${shortID}/events/`);
    expect(events).toHaveLength(2);
  });
});
