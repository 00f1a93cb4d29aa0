import { expect, test } from 'vitest';
import { z } from 'zod';
import { BASE_URL, HOUR, MINUTE } from '../api.ts';
import { type Management, openManagement } from './management.ts';

const URLS = z.object({
  svg: z.string(),
  svg3: z.string(),
  json: z.string(),
  json3: z.string(),
  shields: z.string(),
  shields3: z.string(),
});
type URLs = z.output<typeof URLS>;

async function badgesOf({ send }: Pick<Management, 'send'>): Promise<Readonly<Record<string, URLs>>> {
  const { json } = await send('GET', '/api/v3/badges/');
  return z.object({ badges: z.record(z.string(), URLS) }).parse(json).badges;
}

const pathOf = (url: string | undefined) => (url ?? '').replace(BASE_URL, '');

async function openWithChecks() {
  const management = await openManagement();
  await management.create({ name: 'ok', tags: 'prod/eu both' });
  await management.create({ name: 'late', tags: 'both', timeout: 3600, grace: 3600 });
  const listed = await management.api.store.listMonitors(management.api.owner.teamID, {});
  for (const monitor of listed) await management.api.ping(monitor.read().shortID, 'ping');
  return { ...management, shortIDs: listed.map((monitor) => monitor.read().shortID) };
}

test('each tag has badges in all formats at the returned URLs, without a key', async () => {
  const management = await openWithChecks();
  const { send, api, shortIDs } = management;
  const badges = await badgesOf(management);
  expect(Object.keys(badges)).toEqual(['*', 'both', 'prod/eu']);
  const get = (url: string | undefined) => send('GET', pathOf(url), { key: null });
  api.clock.time += HOUR + MINUTE;
  for (const [tag, urls] of Object.entries(badges)) {
    const [two, three] = tag === 'prod/eu' ? ['up', 'up'] : ['up', 'late'];
    const counts = { total: tag === 'prod/eu' ? 1 : 2, grace: tag === 'prod/eu' ? 0 : 1, down: 0 };
    expect((await get(urls.json)).json).toEqual({ status: two, ...counts });
    expect((await get(urls.json3)).json).toEqual({ status: three, ...counts });
    const label = tag === '*' ? 'overdue' : tag;
    expect((await get(urls.shields3)).json).toEqual({
      schemaVersion: 1,
      label,
      message: three,
      color: three === 'up' ? 'success' : 'important',
    });
    const image = await get(urls.svg3);
    expect(image.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(image.text).toContain(`aria-label="${label}: ${three}"`);
  }
  await api.ping(shortIDs[0] ?? '', 'fail');
  api.clock.time += MINUTE;
  expect((await get(badges['*']?.svg)).text).toContain('aria-label="overdue: down"');
  expect((await get(badges['*']?.shields)).json).toMatchObject({ message: 'down', color: 'critical' });
});

test('each check has a badge, which shows no other check', async () => {
  const management = await openWithChecks();
  const { send, api, shortIDs } = management;
  await api.ping(shortIDs[0] ?? '', 'fail');
  const list = Object((await send('GET', '/api/v3/checks/')).json).checks;
  const [first, second] = list.map((check: unknown) => pathOf(Object(check).badge_url));
  expect((await send('GET', first, { key: null })).text).toContain('aria-label="ok: down"');
  expect((await send('GET', second, { key: null })).text).toContain('aria-label="late: up"');
  const json = second.replace('.svg', '.json');
  expect((await send('GET', json, { key: null })).json).toEqual({
    status: 'up',
    total: 1,
    grace: 0,
    down: 0,
  });
  api.clock.time += HOUR + MINUTE;
  const threeStates = json.replace('/b/2/', '/b/3/');
  expect((await send('GET', threeStates, { key: null })).json).toMatchObject({ status: 'late' });
});

test('a badge needs the signature of its own project and tag', async () => {
  const management = await openWithChecks();
  const { send, api, shortIDs } = management;
  const badges = await badgesOf(management);
  const { projectShortID } = await api.create({ name: 'x' });
  const all = pathOf(badges['*']?.json);
  const both = pathOf(badges.both?.json);
  const signature = all.split('/')[3]?.replace('.json', '') ?? '';
  for (const path of [
    all.replace(signature, `${'A'.repeat(32)}-2`),
    both.replace('both', 'prod'),
    `/badge/${projectShortID}/${signature}/both.json`,
    all.replace(projectShortID, 'k3v9x2mq7d'),
    all.replace('.json', '.png'),
    `/b/2/${projectShortID}-${shortIDs[0]}-${'A'.repeat(32)}.svg`,
  ])
    expect([path, (await send('GET', path, { key: null })).status]).toEqual([path, 404]);
});

test('Prometheus reads the checks with a read key, in the path or as a bearer token', async () => {
  const { send, api, secrets, shortIDs, addKey } = await openWithChecks();
  await api.send('PATCH', `/v1/monitors/${shortIDs[0]}/`, { json: { name: 'quote " and \\' } });
  await api.ping(shortIDs[0] ?? '', 'fail');
  api.clock.time += HOUR + MINUTE;
  await api.ping(shortIDs[1] ?? '', 'start');
  const anyProject = '/projects/803f680d-e89b-492b-82ef-2be7b774a92d';
  const page = await send('GET', `${anyProject}/metrics/${secrets.read}`, { key: null });
  expect(page.headers.get('Content-Type')).toBe('text/plain');
  const [first, second] = Object(
    (await send('GET', '/api/v3/checks/', { key: secrets.read })).json,
  ).checks.map((check: unknown) => Object(check).unique_key);
  const labels = [
    `{name="quote \\" and \\\\", tags="prod/eu both", unique_key="${first}"}`,
    `{name="late", tags="both", unique_key="${second}"}`,
  ];
  expect(page.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    `hc_check_up${labels[0]} 0`,
    `hc_check_up${labels[1]} 1`,
    `hc_check_started${labels[0]} 0`,
    `hc_check_started${labels[1]} 1`,
    `hc_check_grace${labels[0]} 0`,
    expect.stringContaining(`hc_check_grace${labels[1]} `),
    `hc_check_paused${labels[0]} 0`,
    `hc_check_paused${labels[1]} 0`,
    'hc_tag_up{tag="both"} 0',
    'hc_tag_up{tag="prod/eu"} 0',
    'hc_checks_total 2',
    'hc_checks_down_total 1',
  ]);
  const bearer = (key: string) => ({ key: null, headers: { Authorization: `Bearer ${key}` } });
  expect((await send('GET', `${anyProject}/checks/metrics/${secrets.read}`, { key: null })).text).toBe(
    page.text,
  );
  expect((await send('GET', `${anyProject}/metrics/`, bearer(secrets.read))).text).toBe(page.text);
  for (const [path, status] of [
    [`/metrics/${secrets.read_write}`, 403],
    [`/metrics/${'X'.repeat(32)}`, 403],
    [`/metrics/${secrets.read}R`, 400],
    ['/metrics/', 401],
  ] as const)
    expect(await send('GET', `${anyProject}${path}`, { key: null })).toMatchObject({ status });
  const stranger = await api.addTeam('Strangers');
  const theirs = await addKey('read', { teamID: stranger.teamID });
  const empty = await send('GET', `${anyProject}/metrics/${theirs}`, { key: null });
  expect(empty.text).toContain('hc_checks_total 0');
});

const OPS = '9ee1ef01-930c-44ce-9de4-a36f9bc3f071';
const BADGE = '9306f58f-a2cb-4a90-bbde-fcd01b94979b';

test('badges and channels keep the addresses and UUIDs of Healthchecks after an import', async () => {
  const { api, send, create } = await openManagement();
  await api.send('POST', '/v1/channels/', {
    json: {
      name: 'Ops',
      type: 'webhook',
      settings: { url: 'https://hooks.example.com/x' },
      isDefault: false,
    },
  });
  const badgesAt = (path: string) => ({ svg: `https://hc.example.com/badge/project-key/${path}.svg` });
  const text = JSON.stringify({
    checks: [
      {
        name: 'Dump',
        slug: '',
        tags: 'db',
        timeout: 3600,
        uuid: '6b8e4c1a-52fd-4c1e-9a3b-0d4f1f6f0c11',
        channels: OPS,
        badge_url: `https://hc.example.com/b/2/${BADGE}.svg`,
      },
    ],
    channels: [{ id: OPS, name: 'Ops', kind: 'webhook' }],
    badges: { db: badgesAt('bIc9nNGJ-2/db'), '*': badgesAt('pO8aXr-b-2') },
  });
  const before = await create({ name: 'Before', channels: 'Ops' });
  await api.send('POST', '/v1/imports/', {
    json: { source: 'healthchecks', files: [{ text }], dryRun: false },
  });
  const { json: listed } = await send('GET', '/api/v3/checks/');
  expect(listed).toMatchObject({
    checks: [
      { name: 'Before', channels: OPS },
      { slug: '', channels: OPS },
    ],
  });
  expect((await send('GET', '/api/v1/channels/')).json).toMatchObject({
    channels: [{ id: OPS, name: 'Ops' }],
  });
  expect(await create({ name: 'After', channels: OPS.toUpperCase() })).toMatchObject({ channels: OPS });
  expect(await create({ name: 'Own', channels: before.channels })).toMatchObject({ channels: OPS });
  const get = async (path: string) => (await send('GET', path, { key: null })).json;
  expect(await get(`/b/2/${BADGE}.json`)).toMatchObject({ total: 1 });
  expect(await get('/badge/project-key/bIc9nNGJ-2/db.json')).toMatchObject({ total: 1 });
  expect(await get('/badge/project-key/pO8aXr-b.json')).toMatchObject({ total: 4 });
  for (const wrong of ['bIc9nNGJ/other.json', 'bIc9nNGJ.json', 'pO8aXr-b/db.json', 'XXXXXXXX/db.json'])
    expect((await send('GET', `/badge/project-key/${wrong}`, { key: null })).status).toBe(404);
});
