import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeProjectToken, makeToken } from '../../callers.ts';
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

describe('a token with the scope admin', () => {
  test.each([
    ['a renamed team', { name: 'Acme 2' }],
    ['a limit of the lifetime', { tokenDaysMax: 30 }],
  ])('is needed for %s', async (_what, json) => {
    const { owner, send, store } = await openAPI();
    const as = await makeToken(store, { ...owner, scope: 'write' }, NOW);
    const refused = await send('PATCH', '/v1/team/', { as, json });
    expect(refused).toMatchObject({ status: 403, error: { code: 'admin_scope_required' } });
    expect(refused.error?.message).toContain('overdue login --scope admin');
    expect(await send('PATCH', '/v1/team/', { json })).toMatchObject({ status: 200 });
  });

  test('makes the rules of the team stricter, but a token never loosens them to extend its own life', async () => {
    const api = await openAPI();
    const { send, sessionOf, owner } = api;
    const headers = await sessionOf(owner);
    const byPerson = (json: object) => send('PATCH', '/v1/team/', { as: null, headers, json });
    const byToken = (json: object) => send('PATCH', '/v1/team/', { json });
    expect(await byToken({ tokenDaysMax: 30 })).toMatchObject({ status: 200 });
    expect(await byToken({ tokenDaysMax: 20 })).toMatchObject({ status: 200 });
    for (const tokenDaysMax of [21, null]) {
      const refused = await byToken({ tokenDaysMax });
      expect(refused).toMatchObject({ status: 403, error: { code: 'forbidden' } });
      expect(refused.error?.message).toContain('A token can’t loosen');
    }
    expect((await send('GET', '/v1/team/')).data).toMatchObject({ team: { tokenDaysMax: 20 } });
    expect(await byPerson({ tokenDaysMax: null })).toMatchObject({ status: 200 });
  });

  test('invites people until the token ends, and its open invitations end with the token', async () => {
    const { owner, send, store, clock } = await openAPI();
    const expiresAt = NOW + 60_000;
    const as = await makeToken(store, { ...owner, scope: 'admin', expiresAt }, NOW);
    const invite = async (by: typeof as) =>
      (await send('POST', '/v1/invitations/', { as: by, json: { role: 'admin' } })).data.invitation;
    expect(await invite(as)).toMatchObject({ expiresAt: new Date(expiresAt).toISOString() });
    const lasting = await makeToken(store, { ...owner, scope: 'admin' }, NOW);
    const { url } = z.object({ url: z.string() }).parse(await invite(lasting));
    const accept = () =>
      send('POST', '/v1/invitations/accept/', {
        as: null,
        headers: SAME_ORIGIN,
        json: {
          token: url.slice(-40),
          name: 'Eve',
          email: 'eve@example.com',
          password: 'correct horse battery',
        },
      });
    await send('DELETE', `/v1/tokens/${lasting.tokenID}/`);
    expect((await send('GET', '/v1/invitations/')).data.invitations).toHaveLength(1);
    expect(await accept()).toMatchObject({ status: 404 });
    clock.time = expiresAt;
    expect((await send('GET', '/v1/invitations/')).data.invitations).toEqual([]);
  });

  test('is never given without a choice', async () => {
    const { create } = await openPerson();
    expect((await create({})).data).toMatchObject({ token: { scope: 'write' } });
    expect((await create({ scope: 'admin' })).data).toMatchObject({ token: { scope: 'admin' } });
  });
});

describe('a token that expires', () => {
  test('imports keys of another service only with the scope admin, and the keys end with the token', async () => {
    const { owner, send, store } = await openAPI();
    const json = {
      source: 'healthchecks',
      files: [{ name: 'checks.json', text: '{"checks":[]}' }],
      pingKey: 'AAAAAAAAAAAAAAAAAAAAAA',
      dryRun: false,
    };
    const expiresAt = NOW + 60_000;
    const token = (scope: 'write' | 'admin') => makeToken(store, { ...owner, scope, expiresAt }, NOW);
    expect(await send('POST', '/v1/imports/', { as: await token('write'), json })).toMatchObject({
      status: 403,
      error: { code: 'admin_scope_required' },
    });
    expect(await send('POST', '/v1/imports/', { as: await token('admin'), json })).toMatchObject({
      status: 200,
    });
    expect(await store.projectKeys.list(owner.teamID)).toMatchObject([{ expiresAt }]);
  });

  test('applies a file, but publishes a new status page only with the scope admin', async () => {
    const { owner, send, store } = await openAPI();
    const apply = (as: typeof owner, statusPages: object) =>
      send('POST', '/v1/configuration/', {
        as,
        json: {
          file: 'production',
          sections: { monitors: { a: { name: 'a' } }, statusPages },
          dryRun: false,
        },
      });
    const token = (scope: 'write' | 'admin', expiresAt?: number) =>
      makeToken(store, { ...owner, scope, ...(expiresAt === undefined ? {} : { expiresAt }) }, NOW);
    const expiring = await token('write', NOW + 60_000);
    const refused = await apply(expiring, { jobs: { title: 'Jobs' } });
    expect(refused).toMatchObject({ status: 403, error: { code: 'admin_scope_required' } });
    expect(refused.error?.message).toContain('the status page “Jobs”');
    expect((await send('GET', '/v1/monitors/')).data.monitors).toEqual([]);
    expect(await apply(expiring, {})).toMatchObject({ status: 200 });
    expect(await apply(await token('write'), { jobs: { title: 'Jobs' } })).toMatchObject({ status: 200 });
    // The address exists, so changes need no more than the scope write.
    expect(await apply(expiring, { jobs: { title: 'Nightly jobs' } })).toMatchObject({ status: 200 });
    const moved = { jobs: { title: 'Nightly jobs', slug: 'elsewhere' } };
    expect(await apply(expiring, moved)).toMatchObject({ status: 403 });
    expect(await apply(await token('admin', NOW + 60_000), moved)).toMatchObject({ status: 200 });
  });

  test('gives no lasting address of a calendar or a public page without the scope admin', async () => {
    const { owner, send, store } = await openAPI();
    const share = { kind: 'status_page', title: 'Jobs', scope: { kind: 'team' } };
    const expiresAt = NOW + 60_000;
    const expiring = await makeToken(store, { ...owner, scope: 'write', expiresAt }, NOW);
    const lasting = await makeToken(store, { ...owner, scope: 'write' }, NOW);
    for (const [path, json] of [
      ['/v1/shares/', share],
      ['/v1/on-call/calendar/', undefined],
    ] as const) {
      expect(await send('POST', path, { as: expiring, json })).toMatchObject({
        status: 403,
        error: { code: 'admin_scope_required' },
      });
      expect(await send('POST', path, { as: lasting, json })).toMatchObject({ status: 201 });
    }
  });
});

describe('a token that is limited to projects', () => {
  test('creates keys of these projects alone, and nothing for the team, also with the scope admin', async () => {
    const api = await openAPI();
    const { owner, send, store } = api;
    const shortIDOf = (data: object) =>
      z.object({ project: z.object({ shortID: z.string() }) }).parse(data).project.shortID;
    const own = shortIDOf((await send('POST', '/v1/projects/', { json: { name: 'own' } })).data);
    const other = shortIDOf((await send('POST', '/v1/projects/', { json: { name: 'other' } })).data);
    const as = await makeProjectToken(store, { ...owner, projects: [own] }, NOW);
    const json = { kind: 'read_write', name: 'k' };
    expect(await send('POST', `/v1/projects/${own}/keys/`, { as, json })).toMatchObject({ status: 201 });
    expect(await send('POST', `/v1/projects/${other}/keys/`, { as, json })).toMatchObject({ status: 404 });
    for (const [method, path, body] of [
      ['POST', '/v1/invitations/', { role: 'viewer' }],
      ['PATCH', `/v1/members/${owner.memberID}/`, { role: 'viewer' }],
      ['POST', '/v1/team/transfer/', { memberID: owner.memberID }],
      ['PATCH', '/v1/team/', { name: 'x' }],
      ['POST', '/v1/shares/', { kind: 'badge', title: 'x', scope: { kind: 'team' } }],
      ['POST', '/v1/on-call/calendar/', undefined],
    ] as const)
      expect(await send(method, path, { as, json: body }), path).toMatchObject({
        status: 403,
        error: { code: 'forbidden' },
      });
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
