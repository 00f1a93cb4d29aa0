import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/http/v1/app.ts';
import type { Caller } from '../callers.ts';
import { makeEscalation } from './alerting-fixtures.ts';
import { type Answer, type API, HOUR, monitorsIn, NOW, openAPI } from './api.ts';
import { planDelivery } from './telling.ts';

/** A path of each endpoint, about things of the team Acme. */
async function pathsOfAcme(api: API) {
  const { send, create, ping, owner, store } = api;
  const { shortID } = await create();
  await ping(shortID, 'fail', { request: { method: 'POST', body: new TextEncoder().encode('log') } });
  const { text } = await send('POST', '/v1/projects/', { json: { name: 'db' } });
  const made = await send('POST', '/v1/channels/', { json: BODIES.createChannel });
  const channelShortID: string = JSON.parse(made.text).data.channel.shortID;
  await planDelivery(api, { key: 'delivery', channelShortID });
  const record = await store.findMonitor(owner.teamID, shortID);
  const [transition] = await store.listTransitions(record?.id ?? 0, { limit: 1 });
  const window = await send('POST', '/v1/maintenance/', { json: BODIES.createMaintenance });
  const escalation = await makeEscalation(api, 'a');
  const [incident] = await store.listIncidents(owner.teamID, { limit: 1 });
  const names: Readonly<Record<string, string>> = {
    incidentID: incident?.incidentID ?? '',
    maintenanceShortID: JSON.parse(window.text).data.window.shortID,
    escalationShortID: escalation,
    channelShortID,
    key: 'delivery',
    transitionID: String(transition?.id),
    shortID,
    projectShortID: JSON.parse(text).data.project.shortID,
    tokenID: owner.tokenID,
    number: '1',
  };
  return (path: string) => path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => names[name] ?? '');
}

const BODIES: Readonly<Record<string, object>> = {
  createMonitor: { name: 'job' },
  editMonitor: { name: 'renamed' },
  createProject: { name: 'project' },
  renameProject: { name: 'renamed' },
  acknowledgeIncident: { note: 'On it.' },
  createMaintenance: { name: 'window', cron: '@daily', duration: 60 },
  editMaintenance: { name: 'renamed' },
  createEscalation: { name: 'policy', steps: [{ after: 60, channels: ['nosuchthng'] }] },
  editEscalation: { name: 'renamed' },
  editTeam: { alerting: { gatherAbove: 9 } },
  createChannel: { type: 'webhook', name: 'channel', settings: { url: 'https://example.com/' } },
  editChannel: { name: 'renamed' },
  createToken: { name: 'token', scope: 'read' },
  previewSchedule: { schedule: { interval: 60 } },
};

const OPERATIONS = ENDPOINTS.map(({ method, path, route }) => ({
  name: `${method.toUpperCase()} ${path}`,
  method: method.toUpperCase(),
  path,
  id: route.operationId ?? '',
}));

async function call(
  api: API,
  operation: (typeof OPERATIONS)[number],
  path: string,
  as: Caller | null,
): Promise<Answer> {
  const json = BODIES[operation.id];
  return api.send(operation.method, path, { as, ...(json === undefined ? {} : { json }) });
}

describe('without a valid token', () => {
  test.each(OPERATIONS)('$name answers 401, before it looks at anything else', async (operation) => {
    const api = await openAPI();
    const pathOf = await pathsOfAcme(api);
    const answer = await call(api, operation, pathOf(operation.path), null);
    expect(answer).toMatchObject({ status: 401, error: { code: 'unauthorized' } });
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
    if (operation.method === 'GET') return;
    const broken = { as: null, body: '{', headers: { 'Content-Type': 'text/plain' } };
    expect((await api.send(operation.method, pathOf(operation.path), broken)).status).toBe(401);
  });

  test('decision: Create: answers 401 with one message, whatever is wrong with the token', async () => {
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
      const answer = await send('POST', '/v1/monitors/', {
        as: null,
        headers: { Authorization },
        json: { name: 'a' },
      });
      expect(answer.status).toBe(401);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
  });

  test.each(['bearer', 'BEARER', 'Bearer '])('takes the scheme %j', async (scheme) => {
    const { send, owner } = await openAPI();
    const headers = { Authorization: `${scheme} ${owner.token}` };
    expect((await send('GET', '/v1/monitors/', { as: null, headers })).status).toBe(200);
  });

  test('decision: Token: it ends when revoked, when it expires, and with its membership', async () => {
    const { send, store, owner, clock, addMember } = await openAPI();
    const works = async (token: string) =>
      (await send('GET', '/v1/monitors/', { as: null, headers: { Authorization: `Bearer ${token}` } }))
        .status;
    const json = { name: 'short', expiresAt: new Date(NOW + HOUR).toISOString() };
    const { token } = JSON.parse((await send('POST', '/v1/tokens/', { json })).text).data.token;
    clock.time = NOW + HOUR - 1;
    expect(await works(token)).toBe(200);
    clock.time = NOW + HOUR;
    expect(await works(token)).toBe(401);

    const member = await addMember(owner.teamID, 'member');
    expect(await works(member.token)).toBe(200);
    const [, left] = await store.listMembers(owner.teamID);
    await store.removeMember(owner.teamID, left?.email ?? '');
    expect(await works(member.token)).toBe(401);

    expect(await send('DELETE', `/v1/tokens/${owner.tokenID}`)).toMatchObject({ status: 200 });
    expect(await works(owner.token)).toBe(401);
  });
});

describe('things of another team', () => {
  const about = OPERATIONS.filter(({ path }) => path.includes('{'));

  test.each(about)('decision: $name answers 404, as for what nobody has', async (operation) => {
    const api = await openAPI();
    const pathOf = await pathsOfAcme(api);
    const stranger = await api.addTeam('Other');
    const before = await api.send('GET', '/v1/monitors/');
    const theirs = await call(api, operation, pathOf(operation.path), stranger);
    const nobodys = await call(
      api,
      operation,
      operation.path.replaceAll(/\{(?:number|transitionID)\}/g, '1').replaceAll(/\{\w+\}/g, 'nosuchthng'),
      stranger,
    );
    expect(theirs).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect(theirs.text).toBe(nobodys.text);
    expect((await api.send('GET', '/v1/monitors/')).text).toBe(before.text);
  });

  test('are in no list, and no filter or cursor leads to them', async () => {
    const api = await openAPI();
    await pathsOfAcme(api);
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

  test('take no monitor: neither a new one nor one that is moved', async () => {
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
  });
});

describe('roles and scopes', () => {
  const READS = new Set([
    'listMonitors',
    'readMonitor',
    'listEvents',
    'readEventBody',
    'listRuns',
    'listTransitions',
    'readTransitionAlerts',
    'listChannelTypes',
    'listChannels',
    'readChannel',
    'listDeliveries',
    'readDelivery',
    'listIncidents',
    'readIncident',
    'listMaintenance',
    'readMaintenance',
    'listEscalations',
    'readEscalation',
    'readTeam',
  ]);
  for (const id of ['previewSchedule', 'listProjects', 'readProject', 'listTokens']) READS.add(id);

  test.each(OPERATIONS)(
    '$name: who only reads may do it exactly if it changes nothing',
    async (operation) => {
      const api = await openAPI();
      const pathOf = await pathsOfAcme(api);
      const reader = await api.addMember(api.owner.teamID, 'owner', 'read');
      const answer = await call(api, operation, pathOf(operation.path), reader);
      if (READS.has(operation.id)) expect(answer.status).toBe(200);
      else
        expect(answer).toMatchObject({
          status: 403,
          error: { code: 'forbidden', message: expect.stringContaining('scope') },
        });
    },
  );

  test.each(OPERATIONS)(
    '$name: a viewer may do it exactly if it changes nothing of the team',
    async (operation) => {
      const api = await openAPI();
      const pathOf = await pathsOfAcme(api);
      const viewer = await api.addMember(api.owner.teamID, 'viewer');
      const path = pathOf(operation.path).replace(api.owner.tokenID, viewer.tokenID);
      const { status, error } = await call(api, operation, path, viewer);
      if (READS.has(operation.id)) expect(status).toBe(200);
      else if (operation.id.endsWith('Token')) expect([200, 201]).toContain(status);
      else
        expect({ status, error }).toMatchObject({
          status: 403,
          error: { message: expect.stringContaining('viewer') },
        });
    },
  );

  test.each(['owner', 'admin', 'member'] as const)(
    'decision: Create: 403 role too low is not for a %s',
    async (role) => {
      const api = await openAPI();
      const somebody = await api.addMember(api.owner.teamID, role);
      await api.create({}, somebody);
    },
  );
});

describe('rate limits', () => {
  const apiRate = { perSecond: 20, burst: 200 };

  test('decision: Create: answers 429 with Retry-After: 20 a second for each token, bursts of 200', async () => {
    const { send, clock, owner, addMember } = await openAPI({ apiRate });
    for (let count = 0; count < 200; count += 1) await send('GET', '/v1/projects/');
    const refused = await send('POST', '/v1/monitors/', { json: { name: 'a' } });
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
    expect(refused.headers.get('Retry-After')).toBe('1');
    const other = await addMember(owner.teamID, 'member');
    expect((await send('GET', '/v1/projects/', { as: other })).status).toBe(200);
    clock.time += 1000;
    const answers = await Promise.all(Array.from({ length: 25 }, () => send('GET', '/v1/projects/')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  });

  test('decision: Rate limits: bad tokens by address; a valid token does not pay for them', async () => {
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

  test('decision: Rate limits: off with 0', async () => {
    const { send } = await openAPI({ apiRate: { perSecond: 0, burst: 0 } });
    const answers = await Promise.all(Array.from({ length: 500 }, () => send('GET', '/v1/projects/')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});
