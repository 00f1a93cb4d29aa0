import { expect, test } from 'vitest';
import { openForwardingMonitors } from './forwarded.ts';
import { findFaults, startLoad } from './load.ts';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

const MONITORS = 16;
const KILLS = 4;
/** Number of forwarded pings between two kills. */
const BETWEEN_KILLS = 600;
/** Maximum pings that wait to be forwarded. On a slow database, two nodes forward 2 pings per second and monitor. */
const WAITING_MAX = 100 * MONITORS;
/** Duration of a lease, plus the time in which two nodes on a slow database forward the waiting pings. */
const TAKEN_OVER_MS_MAX = 60_000 + 120_000;

test('nodes that are killed under load lose no forwarded ping and change no order', async () => {
  const nodes = await openNodesForTest();
  await Promise.all([nodes.start(), nodes.start()]);
  const targets = await openForwardingMonitors(nodes, MONITORS);
  const { receiver, monitors } = targets;
  const load = startLoad({
    nodes: () => nodes.all,
    monitors,
    connections: MONITORS,
    pauseMs: 150,
    mustWait: (sent) =>
      sent.filter(({ status }) => status === 200).length - receiver.received.length > WAITING_MAX,
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    await receiver.arrived(receiver.received.length + BETWEEN_KILLS);
    const node = required(nodes.all[kill % nodes.all.length]);
    await node.kill('SIGKILL');
    await node.restart();
  }
  await load.end();
  await until(async () => expect(await findFaults(nodes, load.sent)).toEqual([]));
  await until(async () => expect(await targets.findFaults(KILLS)).toEqual([]), TAKEN_OVER_MS_MAX);
  process.stdout.write(`${receiver.received.length} requests for ${load.sent.length} pings.\n`);
}, 800_000);
