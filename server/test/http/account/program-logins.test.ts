import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createDeviceFlow } from '../../../src/accounts/endpoints/device-flow.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import type { Caller } from '../../callers.ts';
import { type API, BASE_URL, MINUTE, openAPI } from '../api.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const PATH = '/v1/device-authorizations/';
const opened = z.strictObject({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.literal(600),
  interval: z.literal(5),
});

async function openFlow() {
  const api = await openAPI();
  const app = createDeviceFlow({
    store: api.store,
    clock: { now: () => api.clock.time },
    random: systemRandom,
    log: { error() {} },
    baseURL: BASE_URL,
    remoteAddress: () => '192.0.2.7',
  });
  const post = async (
    path: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const body = new URLSearchParams({ client_id: 'overdue-cli', ...form });
    const response = await app.request(path, { method: 'POST', body, headers });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return {
    api,
    post,
    begin: async (form = {}) =>
      opened.parse((await post('/oauth/device_authorization', { host_name: 'db1', ...form })).json),
    poll: (deviceCode: string) => post('/oauth/token', { grant_type: GRANT, device_code: deviceCode }),
    /** Sends a request from a browser, like the confirmation page. */
    confirm: async (step: string, json: object, as: Caller = api.owner) =>
      api.send('POST', `${PATH}${step}/`, { as: null, json, headers: await api.sessionOf(as) }),
  };
}

const error = (code: string) => expect.objectContaining({ error: code });
const listTokens = async ({ send }: API, as: Caller) =>
  (await send('GET', '/v1/tokens/', { as })).data.tokens;

describe('a program login', () => {
  test('gets a token of the person, team and scope that the confirmation names', async () => {
    const { api, begin, poll, confirm } = await openFlow();
    const login = await begin();
    expect(login.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    expect(login.verification_uri_complete).toBe(`${BASE_URL}/device?code=${login.user_code}`);
    expect(await poll(login.device_code)).toMatchObject({
      status: 400,
      json: error('authorization_pending'),
    });

    const userCode = login.user_code.toLowerCase();
    const found = await confirm('find', { userCode });
    expect(found.data.deviceAuthorization).toEqual({
      hostName: 'db1',
      remoteAddress: '192.0.2.7',
      scope: 'write',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    const approved = await confirm('approve', { userCode, name: 'overdue on db1', scope: 'read' });
    expect(approved).toMatchObject({ status: 201, data: { token: { scope: 'read' } } });

    const { status, headers, json } = await poll(login.device_code);
    expect({ status, json, cache: headers.get('Cache-Control') }).toEqual({
      status: 200,
      json: {
        access_token: expect.stringMatching(/^ovd_\w{40}$/),
        token_type: 'Bearer',
        scope: 'read',
        token_id: expect.any(String),
      },
      cache: 'no-store',
    });
    const granted = z.object({ access_token: z.string(), token_id: z.string() }).parse(json);
    expect(approved.text).not.toContain(granted.access_token);
    const as = { ...api.owner, token: granted.access_token, tokenID: granted.token_id };
    expect(await listTokens(api, as)).toContainEqual(
      expect.objectContaining({
        id: granted.token_id,
        name: 'overdue on db1',
        prefix: granted.access_token.slice(0, 8),
      }),
    );
    // RFC 6749, section 4.1.2: a code must not be used more than once.
    expect(await poll(login.device_code)).toMatchObject({ status: 400, json: error('invalid_grant') });
    expect(granted.access_token).not.toContain(login.device_code);
    const guessed = { ...as, token: `ovd_${login.device_code}` };
    expect(await api.send('GET', '/v1/monitors/', { as: guessed })).toMatchObject({ status: 401 });
    const audited = await api.send('GET', '/v1/audit/?action=token');
    expect(audited.text).toContain(
      '"details":{"scope":"read","expiresAt":null,"askedScope":"write","hostName":"db1"}',
    );
  });

  test('belongs to the team of the person who confirms it, and works once', async () => {
    const { api, begin, poll, confirm } = await openFlow();
    const other = await api.addTeam('Other');
    const { user_code: userCode, device_code: deviceCode } = await begin();
    expect(await confirm('approve', { userCode, name: 'theirs' }, other)).toMatchObject({ status: 201 });
    expect(await confirm('find', { userCode })).toMatchObject({ status: 404 });
    expect(await confirm('approve', { userCode, name: 'mine' })).toMatchObject({ status: 404 });
    expect(await confirm('deny', { userCode })).toMatchObject({ status: 404 });
    const { access_token: token } = z
      .object({ access_token: z.string() })
      .parse((await poll(deviceCode)).json);
    const team = await api.send('GET', '/v1/team/', { as: { ...other, token } });
    expect(team.data.team).toMatchObject({ name: 'Other' });
    expect(JSON.stringify(await listTokens(api, api.owner))).not.toContain('theirs');
  });

  test('can be denied, and expires', async () => {
    const { api, begin, poll, confirm } = await openFlow();
    const denied = await begin();
    expect(await confirm('deny', { userCode: denied.user_code })).toMatchObject({ status: 200 });
    expect(await poll(denied.device_code)).toMatchObject({ status: 400, json: error('access_denied') });
    const late = await begin();
    api.clock.time += 10 * MINUTE;
    expect(await poll(late.device_code)).toMatchObject({ json: error('expired_token') });
    expect(await confirm('approve', { userCode: late.user_code, name: 'late' })).toMatchObject({
      status: 404,
    });
  });

  test('a login that was approved but not received in time gets no token', async () => {
    const { api, begin, poll, confirm } = await openFlow();
    const { user_code: userCode, device_code: deviceCode } = await begin();
    expect(await confirm('approve', { userCode, name: 'late' })).toMatchObject({ status: 201 });
    api.clock.time += 10 * MINUTE;
    // RFC 8628, section 3.5: the device_code has expired.
    expect(await poll(deviceCode)).toMatchObject({ status: 400, json: error('expired_token') });
  });

  test('a token approved before its person lost a role does no more than the new role allows', async () => {
    const { api, begin, poll, confirm } = await openFlow();
    const admin = await api.addMember(api.owner.teamID, 'admin', 'admin');
    const { user_code: userCode, device_code: deviceCode } = await begin({ scope: 'admin' });
    expect(await confirm('approve', { userCode, name: 'early', scope: 'admin' }, admin)).toMatchObject({
      status: 201,
      data: { token: { scope: 'admin' } },
    });
    const role = await api.send('PATCH', `/v1/members/${admin.memberID}/`, { json: { role: 'viewer' } });
    expect(role.status).toBe(200);
    const { access_token: token } = z
      .object({ access_token: z.string() })
      .parse((await poll(deviceCode)).json);
    const as = { ...admin, token };
    expect(await api.send('GET', '/v1/monitors/', { as })).toMatchObject({ status: 200 });
    for (const [method, path, json] of [
      ['POST', '/v1/monitors/', { name: 'job' }],
      ['POST', '/v1/invitations/', { role: 'viewer' }],
      ['PATCH', '/v1/team/', { name: 'Mine' }],
      ['GET', '/v1/audit/', undefined],
    ] as const)
      expect(await api.send(method, path, { as, json }), `${method} ${path}`).toMatchObject({ status: 403 });
    expect((await api.create()).pingURL).not.toBe('');
    expect((await api.send('GET', '/v1/monitors/', { as })).data.monitors).toMatchObject([{ pingURL: '' }]);
  });

  test('of several simultaneous polls, one gets the token', async () => {
    const { begin, poll, confirm } = await openFlow();
    const { user_code: userCode, device_code: deviceCode } = await begin();
    await confirm('approve', { userCode, name: 'once' });
    const polls = await Promise.all(Array.from({ length: 5 }, () => poll(deviceCode)));
    expect(polls.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test('a token that is revoked before the program receives it is never given', async () => {
    const { api, begin, poll, confirm } = await openFlow();
    const { user_code: userCode, device_code: deviceCode } = await begin();
    const { data } = await confirm('approve', { userCode, name: 'revoked' });
    const { token } = z.object({ token: z.object({ id: z.string() }) }).parse(data);
    expect(await api.send('DELETE', `/v1/tokens/${token.id}/`)).toMatchObject({ status: 200 });
    expect(await poll(deviceCode)).toMatchObject({ status: 400, json: error('access_denied') });
  });

  test.each([
    [{}, {}, 'owner', 'write'],
    [{ scope: 'read' }, {}, 'owner', 'read'],
    [{ scope: 'admin' }, {}, 'owner', 'write'],
    [{ scope: 'admin' }, { scope: 'admin' }, 'owner', 'admin'],
    [{ scope: 'admin' }, {}, 'viewer', 'read'],
    [{ scope: 'admin' }, { scope: 'read' }, 'owner', 'read'],
    [{ scope: 'read' }, { scope: 'write' }, 'owner', 'write'],
  ] as const)(
    'a program that asks for %j, approved with %j by the role %s, gets the scope %s',
    async (asked, chosen, role, scope) => {
      const { api, begin, confirm } = await openFlow();
      const person = await api.addMember(api.owner.teamID, role);
      const { user_code: userCode } = await begin(asked);
      const approved = await confirm('approve', { userCode, name: 'a', ...chosen }, person);
      expect(approved).toMatchObject({ status: 201, data: { token: { scope } } });
    },
  );

  test.each([
    ['a zero-width space', 'db\u200b1', 'db1'],
    ['a tag character', 'db1\u{e0041}', 'db1'],
    ['a direction mark', 'db\u202e1', 'db1'],
    ['a line break', 'db1\nApproved', 'db1Approved'],
    ['nothing hidden', 'büro-01', 'büro-01'],
  ])('the host name of a program with %s is shown without hidden characters', async (_what, sent, shown) => {
    const { begin, confirm } = await openFlow();
    const { user_code: userCode } = await begin({ host_name: sent });
    expect((await confirm('find', { userCode })).data).toMatchObject({
      deviceAuthorization: { hostName: shown },
    });
  });

  test('a page in a browser can’t use up the logins of its visitor’s address', async () => {
    const { post, begin } = await openFlow();
    const byPage = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: BASE_URL },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (let times = 0; times < 80; times += 1)
      expect(await post('/oauth/device_authorization', {}, byPage[times % byPage.length])).toMatchObject({
        status: 403,
        json: error('invalid_request'),
      });
    await begin();
  });

  test('a program must poll at intervals, which grow after each early poll', async () => {
    const { api, begin, poll } = await openFlow();
    const { device_code: code } = await begin();
    await poll(code);
    expect(await poll(code)).toMatchObject({ status: 400, json: error('slow_down') });
    api.clock.time += 6000;
    expect(await poll(code)).toMatchObject({ json: error('slow_down') });
    api.clock.time += 15_000;
    expect(await poll(code)).toMatchObject({ json: error('authorization_pending') });
  });

  test('a guess is refused after ten wrong codes in 15 minutes, by account', async () => {
    const { begin, confirm, api } = await openFlow();
    const { user_code: userCode } = await begin();
    for (let tries = 0; tries < 20; tries += 1)
      expect(await confirm('find', { userCode })).toMatchObject({ status: 200 });
    for (let tries = 0; tries < 10; tries += 1)
      expect(await confirm('find', { userCode: 'BBBB-BBBB' })).toMatchObject({ status: 404 });
    for (const step of ['find', 'deny'])
      expect(await confirm(step, { userCode })).toMatchObject({ status: 429 });
    const viewer = await api.addMember(api.owner.teamID, 'viewer');
    expect(await confirm('find', { userCode }, viewer)).toMatchObject({ status: 200 });
    expect(await confirm('approve', { userCode, name: 'a', scope: 'write' }, viewer)).toMatchObject({
      status: 403,
    });
    expect(await confirm('approve', { userCode, name: 'a' }, viewer)).toMatchObject({
      status: 201,
      data: { token: { scope: 'read' } },
    });
  });

  test('is limited per address, and a wrong request gets an error of OAuth', async () => {
    const { begin, post, poll } = await openFlow();
    const start = '/oauth/device_authorization';
    expect(await post(start, { client_id: 'x' })).toMatchObject({
      status: 401,
      json: error('invalid_client'),
    });
    expect(await post(start, { scope: 'all' })).toMatchObject({ status: 400, json: error('invalid_scope') });
    expect(await post('/oauth/token', { grant_type: 'password' })).toMatchObject({
      json: error('unsupported_grant_type'),
    });
    for (const code of ['', 'x'.repeat(40)])
      expect(await poll(code)).toMatchObject({ status: 400, json: error('invalid_grant') });
    expect(await post('/oauth/x', {})).toMatchObject({ status: 404 });
    for (let times = 0; times < 60; times += 1) await begin();
    const refused = await post(start, {});
    expect(refused).toMatchObject({ status: 429, json: error('temporarily_unavailable') });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
