import { expect, test } from 'vitest';
import { findFaults, startLoad } from './load.ts';
import { openNodesForTest } from './nodes-for-test.ts';
import { until } from './until.ts';

const PINGS = 3000;

test('simultaneous pings of one monitor at two nodes are numbered without gaps or duplicates', async () => {
  const nodes = await openNodesForTest();
  const [one] = await Promise.all([nodes.start(), nodes.start()]);
  const monitor = await one.createMonitor();
  const load = startLoad({ nodes: () => nodes.all, monitors: [monitor], connections: 32 });
  await until(() => expect(load.sent.length).toBeGreaterThan(PINGS), 60_000);
  await load.end();
  expect(load.sent.filter(({ number }) => number < 1)).toEqual([]);
  expect(load.sent.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
    load.sent.map((_, index) => index + 1),
  );
  expect(await findFaults(nodes, load.sent)).toEqual([]);
});
