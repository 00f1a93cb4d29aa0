import { unknownCallNotice } from '@overdue/domain/ping/ping-notice.ts';
import { describe, expect, test } from 'vitest';
import { overdue } from '../../src/core/receive/overdue.ts';
import { NOW } from '../http/api.ts';
import { openWorld, type World } from './furnished-team.ts';
import { bySession, byToken, type Headers, ownOf, SAME_ORIGIN, send, WALKED } from './walking.ts';

/** A ping ID from another service. Such IDs are compared ignoring dashes and case. */
const UUID = '0C5E1A9E-6D0B-4B0A-9B5E-3F6F3B1F7A21';

/** Returns all credentials with which pings of Acme's monitors could be sent, in every form. */
async function credentialsOf({ api }: World): Promise<readonly string[]> {
  const { monitors } = (await api.send('GET', '/v1/monitors/')).data;
  const ids = JSON.stringify(monitors).match(/(?<=\/ping\/)[\w-]+/g) ?? [];
  expect(ids).toContain(UUID);
  expect(ids.length).toBeGreaterThan(1);
  return ids.flatMap((id) => [id.toLowerCase(), id.toLowerCase().replaceAll('-', '')]);
}

/**
 * Simulates a misconfigured client that joins several ping URLs into one path. This adds a warning to the monitor of the first
 * ping URL.
 */
async function callUnknownPath({ api }: World): Promise<void> {
  const { monitors } = (await api.send('GET', '/v1/monitors/')).data;
  const other = /(?<=\/ping\/)[\w-]+/.exec(JSON.stringify(monitors))?.[0] ?? '';
  const path = `/ping/${UUID}/ping/${UUID.toLowerCase()}/ping/${other}/done`;
  const reading = overdue.read({ method: 'GET', path, fields: [], header: () => undefined });
  if (reading?.kind !== 'unknown_call' || reading.address.by !== 'id')
    throw new Error('The path has a meaning.');
  const { normalizedPingID } = reading.address;
  const warning = unknownCallNotice(
    { method: 'GET', normalizedPingID, rest: reading.rest },
    { at: NOW, remoteAddress: '192.0.2.9' },
  );
  await api.store.changePingNotices({ kind: 'add', notices: new Map([[normalizedPingID, [warning]]]) });
  const { text } = await api.send('GET', '/v1/monitors/');
  expect(text).toContain('unknown_call');
}

/** A URL that contains a credential of another service. */
const FORWARD_TO = 'https://hc.example.com/ping/of-the-other-service';

const READ = WALKED.filter(({ walked }) => walked.action === null);

describe('a read-only credential', () => {
  test.each(READ)('$id shows no ping ID', async (operation) => {
    const world = await openWorld();
    const { api, resourceIDs } = world;
    await api.create({ name: 'moved here', pingID: UUID, forwardTo: FORWARD_TO });
    await callUnknownPath(world);
    const credentials = await credentialsOf(world);
    const viewer = await world.addWalker('viewer', 'viewer');
    const reader = await world.addWalker('reader', 'owner', 'read');
    const member = await world.addWalker('member', 'member');
    const asking: readonly Headers[] = [
      byToken(viewer),
      { ...SAME_ORIGIN, ...bySession(viewer) },
      byToken(reader),
    ];
    for (const [index, headers] of asking.entries()) {
      // Another role sends the request before and after, to prove that responses are not reused.
      await send(world, operation, resourceIDs, byToken(member));
      const named = ownOf(resourceIDs, index === 2 ? reader : viewer);
      const { text } = await send(world, operation, named, headers);
      for (const id of [...credentials, FORWARD_TO]) expect(text.toLowerCase()).not.toContain(id);
    }
  });
});

test('lists and tags distinguish the roles', async () => {
  const { api } = await openWorld();
  const { owner, send } = api;
  const viewer = await api.addMember(owner.teamID, 'viewer');
  const full = await send('GET', '/v1/monitors/');
  const known = { headers: { 'If-None-Match': full.headers.get('ETag') ?? '' } };
  expect(await send('GET', '/v1/monitors/', known)).toMatchObject({ status: 304 });
  const read = await send('GET', '/v1/monitors/', { ...known, as: viewer });
  expect(read).toMatchObject({ status: 200, data: { monitors: [{ pingURL: '' }] } });
  expect((await send('GET', '/v1/monitors/')).text).toBe(full.text);
});

test('a name that looks like the field stays unchanged', async () => {
  const { api } = await openWorld();
  const name = '"pingURL":"https://e.com/" \\"pingURL\\":\\"x\\"';
  await api.create({ name });
  const viewer = await api.addMember(api.owner.teamID, 'viewer');
  const { data } = await api.send('GET', '/v1/monitors/?q=pingurl', { as: viewer });
  expect(data.monitors).toMatchObject([{ name, pingURL: '' }]);
});

test('the audit log names no ping ID', async () => {
  const world = await openWorld();
  const { shortID } = await world.api.create({ name: 'moved here', pingID: UUID });
  await world.api.send('PATCH', `/v1/monitors/${shortID}/`, {
    json: { name: 'renamed', forwardTo: FORWARD_TO },
  });
  await world.api.send('DELETE', `/v1/monitors/${shortID}/`);
  const credentials = [UUID.toLowerCase(), UUID.toLowerCase().replaceAll('-', ''), FORWARD_TO];
  const { text } = await world.api.send('GET', '/v1/audit/');
  for (const id of credentials) expect(text.toLowerCase()).not.toContain(id);
});
