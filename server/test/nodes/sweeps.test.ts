import { expect, test } from 'vitest';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

const LIMIT_SECONDS = 4;

test('pings spooled by a node without a database cause no false alarm at another one', async () => {
  const nodes = await openNodesForTest();
  const [well, away] = await Promise.all([nodes.start(), nodes.start(nodes.gated)]);
  const [ended, missing] = await nodes.createMonitors(2, { maxRunDuration: LIMIT_SECONDS });
  for (const job of [ended, missing]) await well.ping(`${required(job).path}/start`);
  const startedAt = Date.now();
  nodes.gate.shut();
  expect(await away.ping(`${ended?.path}/end`)).toMatchObject({ status: 200, number: 0 });
  await until(() => expect(Date.now() - startedAt).toBeGreaterThan(LIMIT_SECONDS * 1000 + 2000));
  expect(await well.readMonitor(required(missing).shortID)).toMatchObject({ status: 'up' });
  nodes.gate.open();
  await until(async () =>
    expect(await well.readMonitor(required(missing).shortID)).toMatchObject({ status: 'down' }),
  );
  expect(await well.readMonitor(required(ended).shortID)).toMatchObject({ status: 'up' });
  expect(await nodes.query("SELECT 1 FROM transitions WHERE to_status = 'down'")).toHaveLength(1);
  expect(await nodes.query('SELECT 1 FROM blind_windows WHERE brief = 0')).toEqual([]);
});
