import { expect, test } from 'vitest';
import { MANAGEMENT_ROUTES } from '../../../src/compat/healthchecks/management.ts';
import { check, errorIn, namesIn, openManagement } from './management.ts';

const CHECKS = '/api/v3/checks/';

test.each([
  ['GET', null, 401, 'missing api key'],
  ['POST', null, 401, 'missing api key'],
  ['GET', 'short', 401, 'missing api key'],
  ['GET', 'X'.repeat(32), 401, 'wrong api key'],
  ['POST', 'X'.repeat(32), 401, 'wrong api key'],
] as const)('%s with the key %s: %i', async (method, key, status, error) => {
  const { send } = await openManagement();
  const response = await send(method, CHECKS, { key, ...(method === 'POST' ? { json: {} } : {}) });
  expect(response.status).toBe(status);
  expect(response.json).toEqual({ error });
});

test('a POST may have the key in its JSON', async () => {
  const { send, secrets } = await openManagement();
  const json = { name: 'A', api_key: secrets.read_write };
  expect(await send('POST', CHECKS, { key: null, json })).toMatchObject({ status: 201 });
  expect(await send('POST', CHECKS, { key: null, json: { api_key: secrets.read } })).toMatchObject({
    status: 401,
  });
});

test.each([
  ['this is not json', 'could not parse request body'],
  ['[1,2,3]', 'json validation error: value is not an object'],
  ['"text"', 'json validation error: value is not an object'],
])('the body %s', async (body, error) => {
  const { send } = await openManagement();
  const response = await send('POST', CHECKS, { body });
  expect([response.status, errorIn(response)]).toEqual([400, error]);
});

test('badges need no credential, and a read key reads checks, flips and badges', async () => {
  const { create, send, secrets, api } = await openManagement();
  const { uuid, ping_url: pingURL } = await create({ name: 'A' });
  const reader = { key: secrets.read };
  const response = await send('GET', CHECKS, reader);
  const [first] = Object(response.json).checks;
  expect(Object.keys(first)).toContain('unique_key');
  for (const secret of [uuid, pingURL, '"uuid"', '"ping_url"', '"channels"', '"update_url"', '"resume_url"'])
    expect(response.text).not.toContain(secret);
  for (const id of [first.unique_key, uuid])
    expect((await send('GET', `${CHECKS}${id}`, reader)).json).toEqual(first);
  for (const path of [`checks/${first.unique_key}/flips/`, 'badges/', 'status/'])
    expect(await send('GET', `/api/v3/${path}`, reader)).toMatchObject({ status: 200 });
  // Uses the list of routes, so that a new route is tested too.
  for (const { method, path, allowsReadKey } of MANAGEMENT_ROUTES) {
    const filled = path.replace(':id', uuid).replace(':number', '1');
    const { status } = await send(method, `/api/v3${filled}`, reader);
    expect([filled, status]).toEqual([filled, allowsReadKey ? 200 : 401]);
  }
  expect(await api.store.listMonitors(api.owner.teamID, {})).toHaveLength(1);
});

test('a ping key manages nothing', async () => {
  const { send, addKey } = await openManagement();
  expect(await send('GET', CHECKS, { key: await addKey('ping') })).toMatchObject({ status: 401 });
});

test('a key sees only its project: a check of another project gets 403, and of another team 404', async () => {
  const { create, send, addKey, api } = await openManagement();
  const { uuid } = await create({ name: 'A' });
  const project = await api.send('POST', '/v1/projects/', { json: { name: 'other' } });
  const projectShortID = Object(project.data.project).shortID;
  const stranger = await api.addTeam('Strangers');
  const native = await api.create({ name: 'native' });
  const nativeUUID = check.parse(Object((await send('GET', CHECKS)).json).checks[1]).uuid;
  for (const [status, key] of [
    [403, await addKey('read_write', { teamID: api.owner.teamID, projectShortID })],
    [404, await addKey('read_write', { teamID: stranger.teamID })],
  ] as const) {
    expect(namesIn(await send('GET', CHECKS, { key }))).toEqual([]);
    for (const id of [uuid, nativeUUID, native.pingURL.split('/').at(-1)])
      for (const { method, path } of MANAGEMENT_ROUTES.filter((route) => route.path.includes(':id'))) {
        const filled = path.replace(':id', id ?? '').replace(':number', '1');
        const response = await send(method, `/api/v3${filled}`, {
          key,
          ...(method === 'POST' ? { json: {} } : {}),
        });
        expect([method, filled, response.status]).toEqual([method, filled, status]);
      }
  }
});

test("unique, channels and badges never reach another team's resources", async () => {
  const { create, send, addKey, api } = await openManagement();
  const made = await create({ name: 'A', tags: 'secret-tag' });
  const stranger = await api.addTeam('Strangers');
  const key = await addKey('read_write', { teamID: stranger.teamID });
  expect(await send('POST', CHECKS, { key, json: { name: 'A', unique: ['name'] } })).toMatchObject({
    status: 201,
  });
  expect((await send('GET', '/api/v3/badges/', { key })).text).not.toContain('secret-tag');
  expect((await send('GET', CHECKS)).json).toEqual({ checks: [made] });
});

test('a preflight allows X-Api-Key, and other methods are refused', async () => {
  const { send } = await openManagement();
  const preflight = await send('OPTIONS', CHECKS, { key: null });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('X-Api-Key');
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET, POST, OPTIONS');
  const refused = await send('GET', CHECKS, { key: null });
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
  for (const [method, path] of [
    ['PUT', 'checks/'],
    ['POST', 'channels/'],
    ['POST', `checks/${'a'.repeat(40)}`],
    ['GET', 'checks/803f680d-e89b-492b-82ef-2be7b774a92d/pause'],
  ] as const)
    expect(await send(method, `/api/v1/${path}`)).toMatchObject({ status: 405 });
});

test('a key may send a minute of requests in a burst, and a sender without a key only the usual burst', async () => {
  const { send } = await openManagement({ apiRate: { perSecond: 1, burst: 2 } });
  const statuses = async (count: number, key?: string) => {
    const sent = Array.from({ length: count }, () => send('GET', CHECKS, key === undefined ? {} : { key }));
    return (await Promise.all(sent)).map(({ status }) => status);
  };
  expect(await statuses(61)).toEqual([...Array<number>(60).fill(200), 429]);
  expect(await statuses(3, 'X'.repeat(32))).toEqual([401, 401, 429]);
});
