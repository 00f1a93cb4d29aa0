import { expect, test } from 'vitest';
import { findFaults, startLoad } from './load.ts';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

/** Longer than the 5 seconds without pings that would count as a blind window. */
const OUTAGE_MS = 7000;
/** Maximum duration of a run. This time passes during the outage, but a ping ended the run at the beginning of the outage. */
const LIMIT_SECONDS = 5;

test('pings during an outage of the database are all stored, without a blind window or an alert', async () => {
  const nodes = await openNodesForTest();
  const [one] = await Promise.all([nodes.start(nodes.gated), nodes.start(nodes.gated)]);
  const [ended, missing] = await nodes.createMonitors(2, { maxRunDuration: LIMIT_SECONDS });
  const others = await nodes.createMonitors(4);
  await one.ping(`${ended?.path}/start`);
  await one.ping(`${missing?.path}/start`);
  const load = startLoad({ nodes: () => nodes.all, monitors: others, connections: 4, pauseMs: 20 });
  await until(() => expect(load.sent.length).toBeGreaterThan(20));
  nodes.gate.shut();
  const shutAt = Date.now();
  expect(await one.ping(`${ended?.path}/end`)).toMatchObject({ status: 200, number: 0 });
  expect(await one.ping('/ping/nobodyhasthisone')).toMatchObject({ status: 200, number: 0 });
  await until(() => expect(Date.now() - shutAt).toBeGreaterThan(OUTAGE_MS));
  nodes.gate.open();
  await until(async () =>
    expect(await one.readMonitor(required(missing).shortID)).toMatchObject({ status: 'down' }),
  );
  expect(await one.readMonitor(required(ended).shortID)).toMatchObject({ status: 'up' });
  await until(() => expect(load.sent.at(-1)?.number).toBeGreaterThan(0));
  await load.end();
  expect(load.sent.filter(({ status }) => status !== 200)).toEqual([]);
  await until(async () => expect(await findFaults(nodes, load.sent)).toEqual([]));
  expect(await nodes.query('SELECT * FROM blind_windows WHERE brief = 0')).toEqual([]);
});
