import { expect, onTestFinished, test } from 'vitest';
import { findAlarmFaults, openReceiver } from './alarms.ts';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

test('processes with separate roles do the same work as one process, and each keeps to its role', async () => {
  const nodes = await openNodesForTest();
  const [api, ping, watcher] = await Promise.all([
    nodes.start({ ROLE: 'api' }),
    nodes.start({ ROLE: 'ping' }),
    nodes.start({ ROLE: 'watchdog,notify' }),
  ]);
  const receiver = await openReceiver(api);
  onTestFinished(() => receiver.close());
  const { path, shortID } = await api.createMonitor({ maxRunDuration: 1 });
  for (const { baseURL } of [api, watcher]) expect((await fetch(`${baseURL}${path}`)).status).toBe(404);
  for (const { baseURL } of [ping, watcher])
    expect((await fetch(`${baseURL}/v1/monitors/`)).status).toBe(404);
  expect(await ping.ping(`${path}/start`)).toMatchObject({ status: 200, number: 1 });
  await until(async () => expect(await api.readMonitor(shortID)).toMatchObject({ status: 'down' }));
  await receiver.arrived(1);
  expect(await ping.ping(path)).toMatchObject({ number: 2 });
  await receiver.arrived(2);
  expect(await findAlarmFaults(nodes, receiver)).toEqual([]);
  // Without the process that receives pings, the service is blind. The blind window is recorded once that process has
  // returned.
  await ping.kill('SIGKILL');
  const killedAt = Date.now();
  await until(() => expect(Date.now() - killedAt).toBeGreaterThan(6000));
  await ping.restart();
  await until(async () =>
    expect(await nodes.query('SELECT * FROM blind_windows WHERE brief = 0')).toHaveLength(1),
  );
  expect(await ping.ping(path)).toMatchObject({ number: 3 });
});

test('a node continues beside a node that is being upgraded, and refuses to start on a newer schema', async () => {
  const nodes = await openNodesForTest();
  const older = await nodes.start();
  const { path, shortID } = await older.createMonitor();
  expect(await older.ping(path)).toMatchObject({ number: 1 });
  await nodes.query('ALTER TABLE monitors ADD COLUMN added_later BIGINT');
  await nodes.query("INSERT INTO migrations (name) VALUES ('9000-adds')");
  try {
    expect(await older.ping(path)).toMatchObject({ number: 2 });
    const another = await nodes.start();
    expect(await another.ping(path)).toMatchObject({ number: 3 });
    expect(await another.readMonitor(shortID)).toMatchObject({ status: 'up' });
    const oldest = required((await nodes.query('SELECT oldest FROM schema_level'))[0]).oldest;
    await nodes.query("UPDATE schema_level SET oldest = '9000-adds'");
    try {
      await expect(nodes.start()).rejects.toThrow(
        'was migrated by a newer version of Overdue (migration 9000-adds)',
      );
      expect(await older.ping(path)).toMatchObject({ number: 4 });
    } finally {
      await nodes.query(`UPDATE schema_level SET oldest = '${oldest}'`);
    }
  } finally {
    await nodes.query('ALTER TABLE monitors DROP COLUMN added_later');
    await nodes.query("DELETE FROM migrations WHERE name = '9000-adds'");
  }
});
