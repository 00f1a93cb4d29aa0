import { expect, test } from 'vitest';
import { EMPTY_PLAN, planned } from '../../store/suite/alert-fixtures.ts';
import { openWorld } from '../../walk/furnished-team.ts';
import { NOW } from '../api.ts';

test('a team with every kind of resource is deleted after its monitors, and another team stays', async () => {
  const { api, resourceIDs, addStranger, actions } = await openWorld();
  const { send, owner, store, sessionOf } = api;
  const stranger = await addStranger();
  const headers = await sessionOf(owner);
  const deleteTeam = () => send('DELETE', `/v1/teams/${owner.teamID}/`, { as: null, headers });
  expect(await deleteTeam()).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('This team has monitors.') },
  });
  await send('DELETE', `/v1/monitors/${resourceIDs.shortID}/`);
  expect(await deleteTeam()).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('Alerts of this team are still being sent.') },
  });
  // The channel of the team gets no more alerts, and the end of the incident is planned without receivers.
  await send('DELETE', `/v1/channels/${resourceIDs.channelShortID}/`);
  await store.planDueRows(NOW, 100, { plan: ({ rows }) => ({ ...EMPTY_PLAN, rows: planned(rows) }) });
  expect(await deleteTeam()).toMatchObject({
    status: 200,
    data: { team: { teamID: owner.teamID, name: 'Acme', role: 'owner' } },
  });
  expect(await send('GET', '/v1/channels/')).toMatchObject({ status: 401 });
  expect(await send('GET', '/v1/channels/', { as: null, headers })).toMatchObject({ status: 403 });
  expect(await send('GET', '/v1/channels/', { as: stranger.caller })).toMatchObject({ status: 200 });
  expect(await store.planDueRows(Date.now(), 100, { plan: () => expect.unreachable() })).toBe(0);
  expect((await actions()).at(-1)).toBe('team.delete');
  expect(await store.check(10)).toEqual([]);
});
