import { expect, onTestFinished, test } from 'vitest';
import { openStandbyWorld } from './standby-outages.ts';
import { until } from './until.ts';

/** Maximum duration of a write, which waits for earlier pings and then for its own commit. */
const WRITE_MS_MAX = 15_000;
const READ_MS_MAX = 2000;

test('reads through the API work while commits hang, and writes get 503 in time', async () => {
  const world = await openStandbyWorld();
  onTestFinished(world.stop);
  const [node] = world.nodes.all;
  if (node === undefined) throw new Error('No node was started.');
  const bringBack = await world.hangCommits();
  await until(async () =>
    expect(await (await fetch(`${node.baseURL}/readyz`)).text()).toContain('"spooling"'),
  );
  const slowest = { read: 0, write: 0 };
  async function timed(kind: 'read' | 'write', request: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await request();
    slowest[kind] = Math.max(slowest[kind], performance.now() - startedAt);
  }
  const write = (method: string, path: string, json: object) =>
    timed('write', () => expect(node.api(method, path, json)).rejects.toThrow(/503 .*"unavailable"/));
  const [monitor] = world.monitors;
  await Promise.all([
    write('POST', '/v1/monitors/', { name: 'new' }),
    write('PATCH', `/v1/monitors/${monitor?.shortID}/`, { name: 'renamed' }),
    write('PATCH', '/v1/team/', { alerting: { gatherAbove: 1 } }),
    ...Array.from({ length: 20 }, () => timed('read', () => node.api('GET', '/v1/monitors/'))),
  ]);
  process.stdout.write(`Slowest ${JSON.stringify(slowest)}\n`);
  expect(slowest.write).toBeLessThan(WRITE_MS_MAX);
  expect(slowest.read).toBeLessThan(READ_MS_MAX);
  await bringBack();
  await until(async () =>
    expect(await (await fetch(`${node.baseURL}/readyz`)).text()).toContain('"storing"'),
  );
  await node.api('PATCH', '/v1/team/', { alerting: { gatherAbove: 2 } });
  expect((await world.findFaults()).faults).toEqual([]);
});
