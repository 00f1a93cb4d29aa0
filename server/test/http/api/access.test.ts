import { describe, expect, test } from 'vitest';
import type { Caller } from '../../callers.ts';
import { openWorld } from '../../walk/furnished-team.ts';
import { HOUR, monitorsIn, NOW, openAPI } from '../api.ts';

describe('without a valid token', () => {
  test('a request without a token is refused before any other check', async () => {
    const { send } = await openAPI();
    const broken = { as: null, body: '{', headers: { 'Content-Type': 'text/plain' } };
    const response = await send('POST', '/v1/monitors/', broken);
    expect(response).toMatchObject({ status: 401, error: { code: 'unauthorized' } });
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
  });

  test('Create: answers 401 with the same message for every kind of invalid token', async () => {
    const { send, owner } = await openAPI();
    const unknown = `ovd_${'a'.repeat(40)}`;
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${owner.token}`,
      owner.token,
      `Bearer ${unknown}`,
      `Bearer ${owner.token}x`,
    ];
    wrong.push(
      `Bearer ${owner.token} ${owner.token}`,
      `Bearer  "${owner.token}"`,
      `bearer ${owner.token.toUpperCase()}`,
    );
    const texts = new Set<string>();
    for (const Authorization of wrong) {
      const response = await send('POST', '/v1/monitors/', {
        as: null,
        headers: { Authorization },
        json: { name: 'a' },
      });
      expect(response.status).toBe(401);
      texts.add(response.text);
    }
    expect(texts.size).toBe(1);
  });

  test.each(['bearer', 'BEARER', 'Bearer '])('the scheme %j is accepted', async (scheme) => {
    const { send, owner } = await openAPI();
    const headers = { Authorization: `${scheme} ${owner.token}` };
    expect((await send('GET', '/v1/monitors/', { as: null, headers })).status).toBe(200);
  });

  test('Token: it ends when revoked, when it expires, and with its membership', async () => {
    const { send, store, owner, clock, addMember, sessionOf } = await openAPI();
    const works = async (token: string) =>
      (await send('GET', '/v1/monitors/', { as: null, headers: { Authorization: `Bearer ${token}` } }))
        .status;
    const json = { name: 'short', expiresAt: new Date(NOW + HOUR).toISOString() };
    const headers = await sessionOf(owner);
    const made = await send('POST', '/v1/tokens/', { as: null, json, headers });
    const { token } = JSON.parse(made.text).data.token;
    clock.time = NOW + HOUR - 1;
    expect(await works(token)).toBe(200);
    clock.time = NOW + HOUR;
    expect(await works(token)).toBe(401);

    const member = await addMember(owner.teamID, 'member');
    expect(await works(member.token)).toBe(200);
    const [, left] = await store.listMembers({ teamID: owner.teamID });
    await store.changeMembership({
      teamID: owner.teamID,
      actorID: null,
      memberID: left?.id ?? '',
      action: 'remove',
    });
    expect(await works(member.token)).toBe(401);

    expect(await send('DELETE', `/v1/tokens/${owner.tokenID}`)).toMatchObject({ status: 200 });
    expect(await works(owner.token)).toBe(401);
  });
});

describe('resources of another team', () => {
  test('lists, filters and cursors never return a resource of another team', async () => {
    const { api } = await openWorld();
    const stranger = await api.addTeam('Other');
    const first = await api.send('GET', '/v1/monitors/');
    const [monitor] = monitorsIn(first);
    for (const query of ['', '?q=job', `?project=${monitor?.projectShortID}`, '?status=up,new', '?limit=1']) {
      const { data } = await api.send('GET', `/v1/monitors/${query}`, { as: stranger });
      expect(data).toMatchObject({ monitors: [], usage: { monitors: { used: 0 } } });
    }
    const projects = await api.send('GET', '/v1/projects/', { as: stranger });
    expect(projects.data.projects).toMatchObject([{ name: 'Default', monitors: 0 }]);
    for (const [path, list] of [
      ['/v1/channels/', 'channels'],
      ['/v1/deliveries/', 'deliveries'],
      [`/v1/deliveries/?monitor=${monitor?.shortID}`, 'deliveries'],
      ['/v1/incidents/', 'incidents'],
      [`/v1/incidents/?monitor=${monitor?.shortID}`, 'incidents'],
      ['/v1/maintenance/', 'windows'],
      ['/v1/escalations/', 'escalations'],
    ] as const) {
      const { data } = await api.send('GET', path, { as: stranger });
      expect(data[list]).toEqual([]);
    }
    const tokens = await api.send('GET', '/v1/tokens/', { as: stranger });
    expect(tokens.data.tokens).toMatchObject([{ id: stranger.tokenID }]);
  });

  test('a project of another team takes no monitor, new or moved', async () => {
    const api = await openAPI();
    const stranger = await api.addTeam('Other');
    const { projectShortID } = await api.create();
    const mine = await api.create({}, stranger);
    const create = await api.send('POST', '/v1/monitors/', {
      as: stranger,
      json: { name: 'a', projectShortID },
    });
    const move = await api.send('PATCH', `/v1/monitors/${mine.shortID}/`, {
      as: stranger,
      json: { projectShortID },
    });
    expect([create.status, move.status]).toEqual([404, 404]);
    const { data } = await api.send('GET', '/v1/monitors/', { as: stranger });
    expect(data.monitors).toMatchObject([{ shortID: mine.shortID, projectShortID: mine.projectShortID }]);
  });
});

describe('roles and scopes', () => {
  test('a refusal states the reason', async () => {
    const { send, owner, addMember } = await openAPI();
    const create = async (as: Caller) =>
      (await send('POST', '/v1/monitors/', { as, json: { name: 'a' } })).error;
    const forbidden = (word: string) => ({ code: 'forbidden', message: expect.stringContaining(word) });
    expect(await create(await addMember(owner.teamID, 'owner', 'read'))).toMatchObject(forbidden('scope'));
    expect(await create(await addMember(owner.teamID, 'viewer'))).toMatchObject(forbidden('viewer'));
  });

  test.each(['owner', 'admin', 'member'] as const)(
    'Create: 403 role too low is not for a %s',
    async (role) => {
      const api = await openAPI();
      const somebody = await api.addMember(api.owner.teamID, role);
      await api.create({}, somebody);
    },
  );
});

describe('rate limits', () => {
  const apiRate = { perSecond: 20, burst: 200 };

  test('Create: answers 429 with Retry-After: 20 a second for each token, bursts of 200', async () => {
    const { send, clock, owner, addMember } = await openAPI({ apiRate });
    for (let count = 0; count < 200; count += 1) await send('GET', '/v1/projects/');
    const refused = await send('POST', '/v1/monitors/', { json: { name: 'a' } });
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
    expect(refused.headers.get('Retry-After')).toBe('1');
    const other = await addMember(owner.teamID, 'member');
    expect((await send('GET', '/v1/projects/', { as: other })).status).toBe(200);
    clock.time += 1000;
    const responses = await Promise.all(Array.from({ length: 25 }, () => send('GET', '/v1/projects/')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
  });

  test('Rate limits: bad tokens are limited by address, without affecting a valid token', async () => {
    const { send } = await openAPI({ apiRate });
    const miss = (address: string) =>
      send('GET', '/v1/monitors/', { as: null, headers: { 'X-Test-Address': address } });
    for (let count = 0; count < 200; count += 1) expect((await miss('192.0.2.9')).status).toBe(401);
    const refused = await miss('192.0.2.9');
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect((await miss('192.0.2.10')).status).toBe(401);
    expect((await send('GET', '/v1/monitors/', { headers: { 'X-Test-Address': '192.0.2.9' } })).status).toBe(
      200,
    );
  });

  test('Rate limits: a rate of 0 turns the limit off', async () => {
    const { send } = await openAPI({ apiRate: { perSecond: 0, burst: 0 } });
    const responses = await Promise.all(Array.from({ length: 500 }, () => send('GET', '/v1/projects/')));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
  });
});
