import { expect, onTestFinished, test } from 'vitest';
import { isLongRun } from '../length.ts';
import { holdConnection } from '../postgres/connection.ts';
import { openReceiver } from './alarms.ts';
import { findFaults, startLoad } from './load.ts';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

const CUTS = isLongRun ? 6 : 2;
/**
 * Maximum time until a response. A node looks up an unknown ping ID for 5 seconds, and clients rarely wait longer than 10
 * seconds.
 */
const RESPONSE_MS_MAX = 8000;
/** Twice the timeout of a response from the database. */
const SILENT_MS_MAX = 12_000;
const EVENTS = 'INSERT INTO events';

test('a connection that breaks in the middle of a transaction, before or after its commit, neither loses nor duplicates a ping', async () => {
  const nodes = await openNodesForTest();
  await nodes.start(nodes.gated);
  await nodes.start();
  const monitors = await nodes.createMonitors(8);
  const load = startLoad({ nodes: () => nodes.all, monitors, connections: 16 });
  for (let cut = 0; cut < CUTS; cut += 1) {
    const before = await nodes.countEvents();
    await nodes.gate.cutAtCommit(cut % 2 === 0 ? 'before' : 'after', EVENTS);
    await until(async () => expect(await nodes.countEvents()).toBeGreaterThan(before + 100));
  }
  await load.end();
  expect(load.sent.filter(({ status }) => status !== 200)).toEqual([]);
  expect(load.sent.filter(({ number }) => number === 0).length).toBeGreaterThanOrEqual(CUTS);
  await until(async () => expect(await findFaults(nodes, load.sent)).toEqual([]));
  expect(await nodes.query('SELECT * FROM blind_windows WHERE brief = 0')).toEqual([]);
});

test('a server that ends connections under load neither loses nor duplicates a ping', async () => {
  const nodes = await openNodesForTest();
  await Promise.all([nodes.start(), nodes.start()]);
  const monitors = await nodes.createMonitors(8);
  const load = startLoad({ nodes: () => nodes.all, monitors, connections: 16 });
  for (let cut = 0; cut < CUTS; cut += 1) {
    const before = await nodes.countEvents();
    await nodes.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await until(async () => expect(await nodes.countEvents()).toBeGreaterThan(before + 100));
  }
  await load.end();
  expect(load.sent.filter(({ status }) => status !== 200)).toEqual([]);
  await until(async () => expect(await findFaults(nodes, load.sent)).toEqual([]));
});

test('another session that locks the same tables in the other order blocks no one forever', async () => {
  const nodes = await openNodesForTest();
  const node = await nodes.start();
  const [job] = await nodes.createMonitors(1);
  // This session never checks for deadlocks, so the batch must detect the deadlock and be rolled back.
  const session = await holdConnection(
    nodes.url,
    "SET LOCAL deadlock_timeout = '60s'; LOCK TABLE events IN EXCLUSIVE MODE",
  );
  const response = node.ping(required(job).path);
  await until(async () =>
    expect(
      await nodes.query(
        `SELECT 1 FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND query LIKE '${EVENTS}%' AND datname = current_database()`,
      ),
    ).toHaveLength(1),
  );
  await session.run('SELECT 1 FROM monitor_states FOR UPDATE');
  await session.commit();
  // On a slow machine, the ping takes longer than a second and is spooled.
  expect(await response).toMatchObject({ status: 200 });
  await until(async () => expect(await nodes.countEvents()).toBe(1));
});

test('a session that holds a monitor longer than the statement timeout delays no response beyond that timeout', async () => {
  const nodes = await openNodesForTest();
  const node = await nodes.start();
  const [held, other] = await nodes.createMonitors(2);
  const session = await holdConnection(
    nodes.url,
    `SELECT 1 FROM monitor_states JOIN monitors ON id = monitor_id WHERE short_id = '${held?.shortID}' FOR UPDATE`,
  );
  const startedAt = performance.now();
  expect(await node.ping(required(held).path)).toMatchObject({ status: 200, number: 0 });
  expect(performance.now() - startedAt).toBeLessThan(RESPONSE_MS_MAX);
  expect(await node.ping(required(other).path)).toMatchObject({ status: 200 });
  await session.release();
  await until(async () => expect(await nodes.countEvents()).toBe(2));
  await until(async () => expect((await node.ping(required(held).path)).number).toBeGreaterThan(1));
});

test('a database whose machine vanishes and is replaced is found again within seconds', async () => {
  const nodes = await openNodesForTest();
  const node = await nodes.start(nodes.gated);
  const receiver = await openReceiver(node);
  onTestFinished(() => receiver.close());
  const [job, other] = await nodes.createMonitors(2, { maxRunDuration: 1 });
  expect(await node.ping(required(other).path)).toMatchObject({ number: 1 });
  nodes.gate.swallow();
  const goneAt = performance.now();
  expect(await node.ping(`${job?.path}/start`)).toMatchObject({ status: 200, number: 0 });
  expect(performance.now() - goneAt).toBeLessThan(RESPONSE_MS_MAX);
  await until(async () => expect((await node.ping(required(other).path)).number).toBeGreaterThan(0));
  expect(performance.now() - goneAt).toBeLessThan(SILENT_MS_MAX);
  expect(await node.readMonitor(required(other).shortID)).toMatchObject({ status: 'up' });
  await receiver.arrived(1);
  expect(performance.now() - goneAt).toBeLessThan(SILENT_MS_MAX);
});
