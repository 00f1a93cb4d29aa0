import { describe, expect, test } from 'vitest';
import { openWorld } from '../../walk/furnished-team.ts';
import { bySession, SAME_ORIGIN } from '../../walk/walking.ts';
import { DAY, NOW, openAPI, wrongFields } from '../api.ts';

describe('tokens of members', () => {
  test('an admin of the team lists and revokes tokens of members, and each revocation is logged', async () => {
    const api = await openAPI();
    const { owner, send, addMember } = api;
    const member = await addMember(owner.teamID, 'member');
    const admin = await addMember(owner.teamID, 'admin');
    const path = `/v1/members/${member.memberID}/tokens/`;
    const list = await send('GET', path, { as: admin });
    expect(list.data).toMatchObject({
      tokens: [{ id: member.tokenID, name: 'test', scope: 'admin', projects: [] }],
    });
    expect(list.text).not.toContain(member.token);
    expect(await send('GET', path, { as: member })).toMatchObject({ status: 403 });
    expect(await send('DELETE', `${path}${owner.tokenID}/`, { as: admin })).toMatchObject({ status: 404 });
    expect(await send('DELETE', `${path}${member.tokenID}/`, { as: admin })).toMatchObject({ status: 200 });
    expect(await send('GET', '/v1/monitors/', { as: member })).toMatchObject({ status: 401 });
    const [entry] = await api.store.listAudit(owner.teamID, { limit: 1 });
    expect(entry).toMatchObject({ action: 'token.revoke', target: { kind: 'token', name: 'test' } });
  });

  test("only an owner can revoke an owner's token", async () => {
    const { owner, send, addMember } = await openAPI();
    const admin = await addMember(owner.teamID, 'admin');
    const path = `/v1/members/${owner.memberID}/tokens/${owner.tokenID}/`;
    expect(await send('DELETE', path, { as: admin })).toMatchObject({ status: 403 });
    expect(await send('DELETE', path)).toMatchObject({ status: 200 });
  });

  test('tokens of another team are unknown', async () => {
    const { send, addTeam } = await openAPI();
    const other = await addTeam('Other');
    const path = `/v1/members/${other.memberID}/tokens/`;
    expect(await send('GET', path)).toMatchObject({ status: 404 });
    expect(await send('DELETE', `${path}${other.tokenID}/`)).toMatchObject({ status: 404 });
  });
});

/** Opens a session with a fresh sign-in, which may create tokens. */
async function openPerson() {
  const world = await openWorld();
  const walker = await world.addWalker('owner', 'owner');
  const headers = { ...SAME_ORIGIN, ...bySession(walker) };
  const create = (json: object) =>
    world.api.send('POST', '/v1/tokens/', { as: null, headers, json: { name: 't', ...json } });
  return { ...world, create };
}

describe('a new token', () => {
  test('may be limited to projects of the team', async () => {
    const { create, resourceIDs, api } = await openPerson();
    const { projectShortID } = resourceIDs;
    const made = await create({ projects: [projectShortID, projectShortID] });
    expect(made).toMatchObject({ status: 201, data: { token: { projects: [projectShortID] } } });
    const { token } = Object(made.data.token);
    const as = { ...api.owner, token: String(token) };
    expect((await api.send('GET', '/v1/projects/', { as })).data).toMatchObject({
      projects: [{ shortID: projectShortID }],
    });
    expect((await api.send('GET', '/v1/monitors/', { as })).data).toMatchObject({ monitors: [] });
    expect(wrongFields(await create({ projects: [projectShortID, 'nosuchthng'] }))).toEqual(['projects.1']);
    expect(wrongFields(await create({ projects: Array.from({ length: 101 }, () => 'x') }))).toEqual([
      'projects',
    ]);
  });

  test('new and existing tokens end no later than the team allows', async () => {
    const { create, api } = await openPerson();
    const { owner, send, clock } = api;
    expect(await send('PATCH', '/v1/team/', { json: { tokenDaysMax: 30 } })).toMatchObject({ status: 200 });
    const end = new Date(NOW + 30 * DAY).toISOString();
    expect((await create({})).data).toMatchObject({ token: { expiresAt: end } });
    expect((await create({ expiresAt: end })).data).toMatchObject({ token: { expiresAt: end } });
    const later = new Date(NOW + 31 * DAY).toISOString();
    expect(wrongFields(await create({ expiresAt: later }))).toEqual(['expiresAt']);
    expect((await send('GET', '/v1/tokens/')).data).toMatchObject({
      tokens: [{ id: owner.tokenID, expiresAt: end }],
    });
    clock.time += 30 * DAY;
    expect(await send('GET', '/v1/tokens/')).toMatchObject({ status: 401 });
  });
});

describe('the creation of teams', () => {
  test.each([
    ['anyone', 201, 201],
    ['owners', 201, 403],
    ['nobody', 403, 403],
  ] as const)('teams can be created by %s', async (teamCreation, owners, members) => {
    const world = await openWorld({ teamCreation });
    for (const [role, status] of [
      ['owner', owners],
      ['admin', members],
    ] as const) {
      const headers = { ...SAME_ORIGIN, ...bySession(await world.addWalker(role, role)) };
      const { account } = (await world.api.send('GET', '/v1/account/', { as: null, headers })).data;
      expect(account).toMatchObject({ mayCreateTeams: status === 201 });
      expect(
        await world.api.send('POST', '/v1/teams/', { as: null, headers, json: { name: 'Side' } }),
      ).toMatchObject({ status });
    }
  });
});
