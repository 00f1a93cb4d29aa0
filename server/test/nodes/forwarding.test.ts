import { expect, test } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '../postgres/free-port.ts';
import { holdAfter, openForwardingMonitors } from './forwarded.ts';
import { findFaults, startLoad } from './load.ts';
import type { Node } from './nodes.ts';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

const MONITORS = 4;
const PINGS = 20;
/** Timeout of an attempt to forward a ping. */
const ATTEMPT_MS_MAX = 10_000;

const state = z.object({ backlog: z.int(), error: z.string(), dropped: z.int() });

async function readState(node: Node, shortID: string) {
  return state.parse((await node.api('GET', `/v1/monitors/${shortID}/forwarding/`)).forwarding);
}

test('two nodes forward each ping once and in order, and another node takes over from a killed one', async () => {
  const nodes = await openNodesForTest();
  const [killed, other] = await Promise.all([nodes.start(), nodes.start()]);
  const targets = await openForwardingMonitors(nodes, MONITORS);
  const { receiver, monitors } = targets;
  const pingAll = () => startLoad({ nodes: () => nodes.all, monitors, connections: MONITORS, pauseMs: 50 });

  const load = pingAll();
  await receiver.arrived(MONITORS * PINGS);
  await load.end();
  await until(async () => expect(await targets.findFaults()).toEqual([]));

  // Only one node forwards from now on, so all leases belong to it.
  await other.kill('SIGTERM');
  const hold = holdAfter(2);
  receiver.react(hold.reaction);
  const before = receiver.received.length;
  const interrupted = pingAll();
  await receiver.arrived(before + MONITORS * 3);
  await killed.kill('SIGKILL');
  await interrupted.end();
  // Simulates that a minute has passed and the leases of the killed node have expired.
  await nodes.query('UPDATE forwarding SET lease_until = 1 WHERE lease_until > 0');
  hold.release();
  await Promise.all([other.restart(), killed.restart()]);
  const later = await Promise.all(monitors.map(({ path }) => other.ping(path)));
  expect(later.map(({ status }) => status)).toEqual(monitors.map(() => 200));
  await until(async () => expect(await findFaults(nodes, [...load.sent, ...interrupted.sent])).toEqual([]));
  await until(async () => expect(await targets.findFaults(1)).toEqual([]));
});

test('a slow target and a dead one delay neither pings nor the forwarding of other monitors', async () => {
  const nodes = await openNodesForTest();
  await Promise.all([nodes.start(), nodes.start()]);
  const targets = await openForwardingMonitors(nodes, 2);
  const { receiver, monitors } = targets;
  const [slow, healthy] = [required(monitors[0]), required(monitors[1])];
  const dead = await required(nodes.all[0]).createMonitor({
    forwardTo: `http://127.0.0.1:${await findFreePort()}/`,
  });
  const hold = holdAfter(0);
  receiver.react((request) =>
    request.path.startsWith('/target-0') ? hold.reaction(request) : { status: 200 },
  );
  const times: number[] = [];
  for (let turn = 0; turn < PINGS; turn += 1) {
    const node = required(nodes.all[turn % nodes.all.length]);
    for (const { path } of [slow, dead, healthy]) {
      const startedAt = performance.now();
      expect((await node.ping(path)).status).toBe(200);
      times.push(performance.now() - startedAt);
    }
  }
  // If pings waited for the forwarding target, a response would take as long as a forwarding attempt.
  expect(Math.max(...times)).toBeLessThan(ATTEMPT_MS_MAX / 2);
  await until(() => expect(targets.receivedOf(healthy)).toHaveLength(PINGS));
  expect(targets.receivedOf(slow)).toHaveLength(1);
  await until(async () =>
    expect(await readState(required(nodes.all[0]), dead.shortID)).toMatchObject({
      backlog: PINGS,
      error: expect.stringContaining('127.0.0.1'),
      dropped: 0,
    }),
  );
  hold.release();
  await until(async () => expect(await targets.findFaults()).toEqual([]));
});
