import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { MonitorRecord } from '../../src/database/records.ts';
import { connect } from '../../src/database/sqlite-connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { makeDataFolder } from '../data-folder.ts';
import { createMonitorEdit } from '../edits.ts';
import { countingIDs, DAY, HOUR, makeMonitors, NOON, ping } from './suite/fixtures.ts';

async function open() {
  const folder = makeDataFolder('overdue-set-aside-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'overdue.db');
  const store = await openSqliteStore({ file, newID: countingIDs() });
  onTestFinished(() => store.close());
  const [refused, other] = await makeMonitors(store, 2);
  if (refused === undefined || other === undefined) throw new Error('There is no monitor.');
  const run = (statement: string) => {
    const db = connect(file, { busyMs: 5000 });
    db.exec(statement);
    db.close();
  };
  run(`CREATE TRIGGER refuse BEFORE INSERT ON events WHEN NEW.monitor_id = ${refused.id}
    BEGIN SELECT RAISE(ABORT, 'no rows now'); END`);
  const numbersOf = async ({ id }: MonitorRecord) =>
    (await store.listEvents(id, { limit: 2000 })).map(({ number, at }) => [number, at - NOON]).reverse();
  return { store, refused, other, run, numbersOf };
}

test('pings of a monitor that the database refuses are set aside, and stored in their order with their times once it takes them', async () => {
  const { store, refused, other, run, numbersOf } = await open();
  const applied = await store.apply([ping(refused.id, 'ping', NOON), ping(other.id, 'ping', NOON)]);
  expect(applied).toMatchObject([{ outcome: 'set_aside' }, { outcome: 'applied' }]);
  expect(await store.readPingsSetAside(10)).toEqual({
    pings: 1,
    monitors: [{ monitorID: refused.id, reason: 'no rows now' }],
  });
  expect(await store.check(10)).toEqual([expect.stringMatching(/refuses pings of monitor \d+.*no rows now/)]);
  expect(await store.applyPingsSetAside(refused.id, NOON + 10)).toEqual([]);
  run('DROP TRIGGER refuse');
  expect(await store.apply([ping(refused.id, 'ping', NOON + 20)])).toEqual([{ outcome: 'set_aside' }]);
  expect(await store.applyPingsSetAside(refused.id, NOON + 30)).toMatchObject([
    { outcome: 'applied' },
    { outcome: 'applied' },
  ]);
  expect(await store.apply([ping(refused.id, 'ping', NOON + 40)])).toMatchObject([{ outcome: 'applied' }]);
  expect(await numbersOf(refused)).toEqual([
    [1, 0],
    [2, 20],
    [3, 40],
  ]);
  expect(await store.readPingsSetAside(10)).toEqual({ pings: 0, monitors: [] });
  expect(await store.check(10)).toEqual([]);
});

test('a monitor is neither judged nor edited while its pings are set aside, and the others are', async () => {
  const { store, refused, other, run } = await open();
  run('DROP TRIGGER refuse');
  await store.apply([ping(refused.id, 'ping', NOON), ping(other.id, 'ping', NOON)]);
  run(`CREATE TRIGGER refuse BEFORE INSERT ON events WHEN NEW.monitor_id = ${refused.id}
    BEGIN SELECT RAISE(ABORT, 'no rows now'); END`);
  await store.apply([ping(refused.id, 'ping', NOON + HOUR)]);
  const judged = await store.applyDeadlines(NOON + DAY, 10, new Set());
  expect(judged.map(({ monitorID }) => monitorID)).toEqual([other.id]);
  expect(await store.apply([createMonitorEdit(refused, NOON + DAY, { name: 'new' })])).toMatchObject([
    { outcome: 'failed', error: { code: 'unavailable' } },
  ]);
  run('DROP TRIGGER refuse');
  await store.applyPingsSetAside(refused.id, NOON + DAY);
  expect((await store.listRuns(refused.id, { limit: 10 })).map(({ state }) => state)).toEqual([
    'succeeded',
    'succeeded',
  ]);
});

test('at most 1,000 pings of a monitor are set aside, and deleting the monitor deletes them', async () => {
  const { store, refused } = await open();
  const pings = Array.from({ length: 1001 }, (_, index) => ping(refused.id, 'ping', NOON + index));
  const applied = await store.apply(pings);
  expect(applied.slice(0, 1000).every(({ outcome }) => outcome === 'set_aside')).toBe(true);
  expect(applied[1000]).toMatchObject({ outcome: 'failed', error: { code: 'unavailable' } });
  await store.deleteMonitors([refused.id], NOON + DAY);
  expect(await store.readPingsSetAside(10)).toEqual({ pings: 0, monitors: [] });
});
