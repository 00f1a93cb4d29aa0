import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hashToken } from '../../../src/platform/security/token.ts';
import type { Caller } from '../../callers.ts';
import { openEmptyStore } from '../../empty-store.ts';
import { type API, type APIResponse, HOUR, MINUTE, NOW, openAPI, wrongFields } from '../api.ts';

const TOKENS = '/v1/tokens/';
const created = z.looseObject({ id: z.string(), token: z.string(), scope: z.enum(['read', 'write']) });

function tokenIn({ data }: APIResponse) {
  return created.parse(data.token);
}

/** Creates a token from a browser, because tokens can't create tokens. */
async function make(api: API, json: object, as = api.owner): Promise<APIResponse> {
  return api.send('POST', TOKENS, { as: null, json, headers: await api.sessionOf(as) });
}

function callerOf(response: APIResponse, caller: Caller): Caller {
  const { id, token } = tokenIn(response);
  return { ...caller, tokenID: id, token };
}

async function list({ send }: API, as?: Caller): Promise<unknown> {
  return (await send('GET', TOKENS, as === undefined ? {} : { as })).data.tokens;
}

describe('tokens', () => {
  test('Token: shown once, stored as a hash, prefix ovd_', async () => {
    const api = await openAPI();
    const response = await make(api, { name: 'deploy' });
    expect(response.status).toBe(201);
    const { token, ...record } = tokenIn(response);
    expect(token).toMatch(/^ovd_[0-9A-Za-z]{40}$/);
    expect(record).toEqual({
      id: expect.any(String),
      name: 'deploy',
      projects: [],
      scope: 'write',
      prefix: token.slice(0, 8),
      createdAt: '2026-11-21T08:15:30.123Z',
      lastUsedAt: null,
      expiresAt: null,
    });
    expect(await list(api)).toMatchObject([{ id: api.owner.tokenID }, record]);
    expect(JSON.stringify(await list(api))).not.toContain(token);
    expect(await api.store.authenticate(hashToken(token), NOW)).toMatchObject({
      via: { kind: 'token', tokenID: record.id },
    });
    expect((await api.send('GET', TOKENS, { as: callerOf(response, api.owner) })).status).toBe(200);
  });

  test('Token: a token with the scope read changes nothing, and no token creates another', async () => {
    const api = await openAPI();
    const { send, owner } = api;
    const reader = callerOf(await make(api, { name: 'r', scope: 'read' }), owner);
    expect(tokenIn(await make(api, { name: 'w', scope: 'write' })).scope).toBe('write');
    expect((await send('GET', '/v1/monitors/', { as: reader })).status).toBe(200);
    const tries = [
      send('POST', '/v1/monitors/', { as: reader, json: { name: 'a' } }),
      send('POST', TOKENS, { as: reader, json: { name: 'a', scope: 'read' } }),
      send('POST', TOKENS, { as: reader, json: { name: 'a' } }),
      send('POST', TOKENS, { json: { name: 'a' } }),
      send('POST', TOKENS, { json: { name: 'a', scope: 'read' } }),
      send('DELETE', TOKENS + owner.tokenID, { as: reader }),
    ];
    for (const response of await Promise.all(tries)) expect(response).toMatchObject({ status: 403 });
    expect((await send('DELETE', TOKENS + reader.tokenID, { as: reader })).status).toBe(200);
  });

  test('a token of a viewer only reads, which is also its default', async () => {
    const api = await openAPI();
    const viewer = await api.addMember(api.owner.teamID, 'viewer');
    expect(tokenIn(await make(api, { name: 'a' }, viewer)).scope).toBe('read');
    expect(await make(api, { name: 'a', scope: 'write' }, viewer)).toMatchObject({ status: 403 });
  });

  test('Token: optional expiry', async () => {
    const api = await openAPI();
    const until = (expiresAt: unknown) => make(api, { name: 'a', expiresAt });
    expect(tokenIn(await until('2026-11-21T10:15:30.123+01:00'))).toMatchObject({
      expiresAt: '2026-11-21T09:15:30.123Z',
    });
    expect(tokenIn(await until(null))).toMatchObject({ expiresAt: null });
    for (const wrong of [
      '2026-11-21T08:15:30.123Z',
      '2020-01-01T00:00:00Z',
      '2027-02-30T00:00:00Z',
      '2027-01-01',
      // In UTC, this time is in a five-digit year.
      '9999-12-31T23:59:59-23:59',
      'tomorrow',
      1,
    ]) {
      expect(wrongFields(await until(wrong))).toEqual(['expiresAt']);
    }
  });

  test('the last use of a token is recorded, to the minute', async () => {
    const api = await openAPI();
    await api.send('GET', TOKENS);
    api.clock.time = NOW + MINUTE / 2;
    expect(await list(api)).toMatchObject([{ lastUsedAt: '2026-11-21T08:15:30.123Z' }]);
    api.clock.time = NOW + HOUR;
    expect(await list(api)).toMatchObject([{ lastUsedAt: '2026-11-21T09:15:30.123Z' }]);
  });

  test("a token works even if its last use can't be stored", async () => {
    const store = await openEmptyStore(() => '');
    await store.close();
    const real = await openAPI();
    const broken = await openAPI({ store: { ...real.store, recordUse: store.recordUse } });
    expect((await broken.send('GET', TOKENS, { as: real.owner })).status).toBe(200);
    expect(broken.logged).toMatchObject([{ message: "Couldn't record the last use of a token." }]);
  });

  test('a token is revoked immediately, and only by its holder', async () => {
    const api = await openAPI();
    const { send, owner, addMember } = api;
    const mine = callerOf(await make(api, { name: 'a' }), owner);
    const colleague = await addMember(owner.teamID, 'admin');
    expect((await send('DELETE', TOKENS + mine.tokenID, { as: colleague })).status).toBe(404);
    expect(await send('DELETE', TOKENS + mine.tokenID)).toMatchObject({
      status: 200,
      data: { token: { id: mine.tokenID } },
    });
    expect((await send('GET', TOKENS, { as: mine })).status).toBe(401);
    expect((await send('DELETE', TOKENS + mine.tokenID)).status).toBe(404);
  });

  test('are listed only for their holder, oldest first, in pages', async () => {
    const api = await openAPI();
    await api.addMember(api.owner.teamID, 'admin');
    for (const name of ['a', 'b']) {
      api.clock.time += 1;
      await make(api, { name });
    }
    const first = await api.send('GET', `${TOKENS}?limit=2`);
    expect(first.data.tokens).toMatchObject([{ name: 'test' }, { name: 'a' }]);
    const last = await api.send('GET', `${TOKENS}?limit=2&cursor=${String(first.data.nextCursor)}`);
    expect(last.data).toMatchObject({ tokens: [{ name: 'b' }], nextCursor: null });
    for (const cursor of [
      'x',
      Buffer.from('tokens:').toString('base64url'),
      Buffer.from("tokens:' OR 1").toString('base64url'),
    ]) {
      expect(wrongFields(await api.send('GET', `${TOKENS}?cursor=${cursor}`))).toEqual(['cursor']);
    }
  });

  test.each([
    [{}, ['name']],
    [{ name: 'a', scope: 'all' }, ['scope']],
    [{ name: 'a', token: 'ovd_mine' }, ['token']],
  ])('the token %j is refused', async (json, fields) => {
    expect(wrongFields(await make(await openAPI(), json))).toEqual(fields);
  });
});
