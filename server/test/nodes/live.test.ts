import { expect, test } from 'vitest';
import { createClient } from '../../../sdk/src/index.ts';
import { follow, hasDeleted, hasKind, hasMonitor } from '../live/following.ts';
import { callApi } from '../server-process.ts';
import { openNodesForTest } from './nodes-for-test.ts';

test('a stream on one node receives changes made on other nodes', async () => {
  const nodes = await openNodesForTest();
  const [here, there] = await Promise.all([nodes.start(), nodes.start()]);
  const token = await nodes.addMember();
  const following = await follow(createClient({ baseURL: here.baseURL, token: token.token }));
  const { shortID, path } = await there.createMonitor();
  await following.heard(hasMonitor(shortID));
  for (const [type, status] of [
    ['', 'up'],
    ['/fail', 'down'],
  ] as const) {
    await there.ping(`${path}${type}`);
    await following.heard(hasMonitor(shortID, { status }));
  }
  await following.heard(hasKind('incidents'));
  await here.ping(path);
  await following.heard(hasMonitor(shortID, { status: 'up' }));
  await there.api('PATCH', `/v1/monitors/${shortID}/`, { name: 'renamed' });
  await following.heard(hasMonitor(shortID, { name: 'renamed' }));
  await there.api('DELETE', `/v1/monitors/${shortID}/`);
  await following.heard(hasDeleted(shortID));
  await callApi({ ...there, token: token.token }, 'DELETE', `/v1/tokens/${token.tokenID}/`);
  expect(await following.ended).toMatchObject({ code: 'unauthorized' });
});

test('a change without a notification is found by polling', async () => {
  const nodes = await openNodesForTest();
  const node = await nodes.start();
  const token = await nodes.addMember();
  const { shortID } = await node.createMonitor();
  const { shortID: doomed } = await node.createMonitor();
  const following = await follow(createClient({ baseURL: node.baseURL, token: token.token }));
  // Changes rows directly in the database. Nodes detect such changes by polling every 10 s.
  await nodes.query(`UPDATE monitors SET name = 'changed behind its back' WHERE short_id = '${shortID}'`);
  await following.heard(hasMonitor(shortID, { name: 'changed behind its back' }));
  await nodes.query(
    `DELETE FROM monitor_states WHERE monitor_id = (SELECT id FROM monitors WHERE short_id = '${doomed}')`,
  );
  await nodes.query(`DELETE FROM monitors WHERE short_id = '${doomed}'`);
  await following.heard(hasDeleted(doomed));
  expect(following.events.filter(hasMonitor(doomed))).toEqual([]);
});
