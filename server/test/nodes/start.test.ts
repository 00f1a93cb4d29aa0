import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeDataFolder } from '../data-folder.ts';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { type Environment, runCommand, startProcess } from '../server-process.ts';
import { findFaults, startLoad } from './load.ts';
import { type Node, openNodes } from './nodes.ts';
import { openNodesForTest } from './nodes-for-test.ts';
import { until } from './until.ts';

/** Longer than the 5 seconds without pings that would count as a blind window. */
const OUTAGE_MS = 7000;
/** Maximum time between accepting the first ping and the end of the blind window. */
const SLACK_MS = 2000;

async function expectSpooling(node: Node): Promise<void> {
  const ready = await fetch(`${node.baseURL}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ data: { status: 'ready', pings: 'spooling' } });
  await expect(node.api('GET', '/v1/monitors/')).rejects.toThrow(': 503 ');
  expect((await fetch(`${node.baseURL}/healthz`)).status).toBe(200);
}

test('a node that restarts while the database is away accepts pings, and watches, from its start', async () => {
  const nodes = await openNodesForTest();
  const node = await nodes.start(nodes.gated);
  const monitors = await nodes.createMonitors(4);
  nodes.gate.shut();
  const before = startLoad({ nodes: () => nodes.all, monitors, connections: 2, pauseMs: 20 });
  await until(() => expect(before.sent.length).toBeGreaterThan(20));
  await before.end();
  await node.kill('SIGKILL');
  await node.restart();
  const takesAt = Date.now();
  await expectSpooling(node);
  const load = startLoad({ nodes: () => nodes.all, monitors, connections: 4, pauseMs: 20 });
  await until(() => expect(Date.now() - takesAt).toBeGreaterThan(OUTAGE_MS));
  nodes.gate.open();
  await until(() => expect(load.sent.at(-1)?.number).toBeGreaterThan(0));
  await load.end();
  const sent = [...before.sent, ...load.sent];
  expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
  await until(async () => expect(await findFaults(nodes, sent)).toEqual([]));
  // The node may have missed pings before the restart, but not after it.
  for (const { to_at } of await nodes.query('SELECT to_at FROM blind_windows WHERE brief = 0'))
    expect(Number(to_at)).toBeLessThan(takesAt + SLACK_MS);
  // By now, the parts of the service that wait for the database have started.
  const missing = await node.createMonitor({ maxRunDuration: 1 });
  await node.ping(`${missing.path}/start`);
  await until(async () => expect(await node.readMonitor(missing.shortID)).toMatchObject({ status: 'down' }));
});

describe('a start without a database', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ version: '18' });
  });
  afterAll(() => cluster.stop());
  beforeEach(async () => {
    await cluster.createDatabase('overdue');
    return () => cluster.dropDatabase('overdue');
  });

  function environment(url: string): Environment {
    const folder = makeDataFolder('overdue-start-');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const SPOOL_FILE = join(folder, 'spool.db');
    return {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATABASE_URL: url,
      SECRET_KEY: 'a key of these tests, long enough for them',
      SPOOL_FILE,
    };
  }

  test('a node accepts pings before the database is available, and each ping is stored once', async () => {
    const nodes = await openNodes(cluster.url('overdue'));
    const first = await nodes.start();
    const monitors = await Promise.all(Array.from({ length: 3 }, () => first.createMonitor()));
    await first.kill('SIGTERM');
    await cluster.shutDown('SIGINT');
    const node = await nodes.start();
    await expectSpooling(node);
    const load = startLoad({ nodes: () => [node], monitors, connections: 3, pauseMs: 20 });
    await until(() => expect(load.sent.length).toBeGreaterThan(50));
    await cluster.start();
    await until(() => expect(load.sent.at(-1)?.number).toBeGreaterThan(0));
    await load.end();
    expect(load.sent.filter(({ status }) => status !== 200)).toEqual([]);
    await until(async () => expect(await findFaults(nodes, load.sent)).toEqual([]));
    await nodes.stop();
    expect(await nodes.check()).toEqual([]);
  });

  test('the database is migrated when it becomes available, even if it is empty', async () => {
    await cluster.shutDown('SIGINT');
    const life = await startProcess(environment(cluster.url('overdue')));
    await cluster.start();
    await until(async () => {
      const [row] = await cluster.query('overdue', 'SELECT watched_until FROM watch');
      expect(row).toBeDefined();
    });
    expect(await cluster.query('overdue', 'SELECT * FROM blind_windows WHERE brief = 0')).toEqual([]);
    expect((await life.kill('SIGTERM')).code).toBe(0);
  });

  test('a node can stop before the database is available', async () => {
    const life = await startProcess(environment('postgres://overdue@127.0.0.1:1/overdue'));
    expect((await life.kill('SIGTERM')).code).toBe(0);
  });

  test('the process ends if the database answers but refuses the login', async () => {
    await cluster.shutDown('SIGINT');
    const wrong = cluster.url('overdue').replace(/:[^:@]*@/, ':mistyped@');
    const life = await startProcess(environment(wrong));
    await cluster.start();
    // SIGCONT doesn't end a process, so kill() only waits until the process exits by itself.
    expect((await life.kill('SIGCONT')).code).toBe(1);
    expect(life.output()).toContain('password authentication failed');
    expect(life.output()).toContain('Check the user and the password in DATABASE_URL');
    expect(life.output()).not.toContain('mistyped');
  });

  test('the process ends on a wrong password, a missing database or a newer schema, with the reason', async () => {
    const url = cluster.url('overdue');
    const serve = (wrong: string) => runCommand(environment(wrong), ['serve']);
    expect(await serve(url.replace(/:[^:@]*@/, ':mistyped@'))).toEqual({
      exitCode: 1,
      out: expect.stringContaining('password authentication failed'),
    });
    expect(await serve(cluster.url('nothere'))).toEqual({
      exitCode: 1,
      out: expect.stringContaining('database "nothere" does not exist'),
    });
    await runCommand(environment(url), ['migrate']);
    await cluster.query('overdue', "UPDATE schema_level SET oldest = '9999-later'");
    expect(await serve(url)).toEqual({
      exitCode: 1,
      out: expect.stringContaining('newer version of Overdue (migration 9999-later)'),
    });
  });
});
