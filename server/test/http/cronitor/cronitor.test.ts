import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createCronitor } from '../../../src/compat/cronitor/monitor-api.ts';
import { createChosenPingIDs } from '../../../src/platform/http/chosen-ping-ids.ts';
import { newShortID, systemRandom } from '../../../src/platform/runtime/random.ts';
import { newProjectKey } from '../../../src/platform/security/token.ts';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import { BASE_URL, openAPI } from '../api.ts';
import { TEST_SEALED_CHECKS } from '../test-catalog.ts';

const monitor = z.looseObject({
  key: z.string(),
  name: z.string(),
  schedule: z.string(),
  paused: z.boolean(),
});

async function open({ allowance = 1000 } = {}) {
  const api = await openAPI();
  const { store, clock, owner } = api;
  const app = createCronitor({
    store,
    clock: { now: () => clock.time, monotonic: () => clock.time, after: () => () => {} },
    random: systemRandom,
    sealedChecks: TEST_SEALED_CHECKS,
    log: { warn() {}, error() {} },
    baseURL: BASE_URL,
    allowance,
    apiRate: { perSecond: 0, burst: 0 },
    wakeWatchdog() {},
    remoteAddress: () => '192.0.2.1',
    chosenPingIDs: createChosenPingIDs({ monotonic: () => clock.time }),
  });
  async function addKey(kind: 'ping' | 'read_write' | 'read', teamID = owner.teamID): Promise<string> {
    const { secret, prefix, hash } = newProjectKey(kind, systemRandom);
    const { id: projectID } = await findDefaultProject(store, teamID);
    const shortID = newShortID(systemRandom);
    const key = {
      teamID,
      shortID,
      projectID,
      kind,
      name: 'CLI',
      prefix,
      hash,
      createdAt: 1,
      createdBy: 'Ann',
      expiresAt: null,
      endsWithToken: null,
    };
    await store.projectKeys.create(key);
    return secret;
  }
  const own = await addKey('read_write');
  async function send(method: string, path: string, sent: { body?: unknown; key?: string } = {}) {
    const { body, key = own } = sent;
    const response = await app.request(`/api/monitors${path}`, {
      method,
      headers: { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJSON = response.headers.get('Content-Type') === 'application/json' && text !== '';
    const json: unknown = isJSON ? JSON.parse(text) : undefined;
    return { status: response.status, text, json };
  }
  return { api, send, addKey };
}

const NIGHTLY = { type: 'job', key: 'nightly', schedule: '0 2 * * *', timezone: 'Europe/Riga' };

describe("Cronitor's Monitor API", () => {
  test('PUT creates and changes monitors by key, in the form of the request', async () => {
    const { api, send } = await open();
    await api.send('POST', '/v1/channels/', {
      json: { type: 'webhook', name: 'devops', settings: { url: 'https://example.com/' } },
    });
    const created = await send('PUT', '', {
      body: {
        monitors: [
          {
            ...NIGHTLY,
            name: 'Nightly dump',
            assertions: ['metric.duration < 15 min'],
            notify: ['devops'],
            tags: ['prod'],
            group: 'databases',
            note: 'pg_dump',
            failure_tolerance: 2,
            grace_seconds: 300,
          },
          { type: 'heartbeat', key: 'queue', schedule: 'every 5 minutes' },
        ],
      },
    });
    expect(created).toMatchObject({
      status: 200,
      json: {
        monitors: [
          {
            key: 'nightly',
            name: 'Nightly dump',
            schedule: '0 2 * * *',
            schedules: ['0 2 * * *'],
            timezone: 'Europe/Riga',
            grace_seconds: 300,
            failure_tolerance: 2,
            assertions: ['metric.duration < 15 minutes'],
            notify: ['devops'],
            tags: ['prod', 'databases'],
            note: 'pg_dump',
            passing: true,
            paused: false,
            attributes: { key: 'nightly', code: 'nightly' },
          },
          {
            key: 'queue',
            name: 'queue',
            schedule: 'every 5 minutes',
            grace_seconds: 60,
            notify: ['default'],
          },
        ],
      },
    });
    expect((await api.send('GET', '/v1/monitors/')).data).toMatchObject({
      monitors: [{ slug: 'nightly', maxRunDuration: 900, alertAfterFailures: 3 }, { slug: 'queue' }],
    });
    // The CLI sends a bare list, and expects a bare list.
    const changed = await send('PUT', '', { body: [{ key: 'nightly', schedule: '30 3 * * *' }] });
    expect(changed).toMatchObject({
      status: 200,
      json: [{ key: 'nightly', name: 'Nightly dump', schedule: '30 3 * * *', timezone: 'Europe/Riga' }],
    });
  });

  test('a PUT of the response to GET changes nothing', async () => {
    const { api, send } = await open();
    await send('PUT', '', { body: [NIGHTLY, { key: 'queue', schedule: 'every 90 seconds' }] });
    await api.create({ name: 'timer', schedule: { onCalendar: 'Mon..Fri 02:00' } });
    const before = (await api.send('GET', '/v1/monitors/')).text;
    const { json } = await send('GET', '');
    expect(await send('PUT', '', { body: json })).toMatchObject({ status: 200 });
    expect((await api.send('GET', '/v1/monitors/')).text).toBe(before);
  });

  test.each(['jobs: *nope\n', `a: &a [x]\nb: &b [${'*a,'.repeat(2000)}]\nc: [${'*b,'.repeat(2000)}]\n`])(
    'YAML with unknown or multiplying aliases is refused: %.20j',
    async (body) => {
      const { send } = await open();
      expect(await send('PUT', '.yaml', { body })).toMatchObject({ status: 400 });
    },
  );

  // `cronitor` reads its files with PyYAML, which merges `<<`.
  test.each([
    ['merge keys', 'd: &d {schedule: 0 2 * * *, timezone: Europe/Riga}\njobs:\n  nightly:\n    <<: *d\n'],
    [
      'a list of merge keys',
      'd: &d {schedule: 0 2 * * *}\ne: &e {timezone: Europe/Riga}\njobs: {nightly: {<<: [*d, *e]}}\n',
    ],
    [
      'aliases in a section that is repeated',
      'd: &d 0 2 * * *\njobs: {queue: {schedule: *d}}\njobs: {nightly: {schedule: *d, timezone: Europe/Riga}}\n',
    ],
    [
      'merge keys in a section that is repeated',
      'd: &d {schedule: 0 2 * * *, timezone: Europe/Riga}\njobs: {queue: {<<: *d}}\njobs: {nightly: {<<: *d}}\n',
    ],
  ])('YAML with %s is read', async (_, body) => {
    const { send } = await open();
    expect(await send('PUT', '.yaml', { body })).toMatchObject({ status: 200 });
    expect((await send('GET', '/nightly')).json).toMatchObject({
      schedule: '0 2 * * *',
      timezone: 'Europe/Riga',
    });
  });

  test('YAML that merges what is not a map is refused', async () => {
    const { send } = await open();
    expect(await send('PUT', '.yaml', { body: 'jobs: {nightly: {<<: 5}}\n' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('<<'),
    });
  });

  test('YAML is accepted with any content type, exported, and only checked with rollback', async () => {
    const { send } = await open();
    const yaml = 'jobs:\n  nightly:\n    schedule: 0 2 * * *\n    notify:\n      - default\n';
    const checked = await send('PUT', '.yaml', { body: `${yaml}rollback: true\n` });
    expect(checked).toMatchObject({ status: 200, text: expect.stringContaining('nightly:') });
    expect(await send('GET', '/nightly')).toMatchObject({ status: 404 });
    expect((await send('PUT', '?Content-Type=application%2Fyaml', { body: yaml })).text).toContain(
      'jobs:\n  nightly:\n    name: nightly\n    schedule: 0 2 * * *\n',
    );
    const exported = (await send('GET', '?format=yaml&page=1')).text;
    expect((await send('GET', '.yaml')).text).toBe(exported);
    expect((await send('PUT', '', { body: exported })).text).toBe(exported);
  });

  test('a request with settings that Overdue can’t keep is refused as a whole, with the names of the settings', async () => {
    const { api, send } = await open();
    for (const [wrong, text] of [
      [{ key: 'site', type: 'check' }, "can't check websites"],
      [{ key: 'two', schedules: ['0 1 * * *', '0 2 * * *'] }, 'one schedule'],
      [{ key: 'rate', assertions: ['metric.error_rate < 0.1'] }, 'metric.error_rate'],
      [{ key: 'lost', notify: ['pager'] }, 'no channel "pager"'],
      [{ key: 'no key!' }, 'A key must have'],
      [{ key: 'bad', schedule: '61 * * * *' }, 'bad: schedule.cron'],
      [{ key: 'x', schedule_tolerance: 1 }, 'schedule_tolerance'],
    ] as const)
      expect(await send('PUT', '', { body: [NIGHTLY, wrong] })).toMatchObject({
        status: 400,
        json: { error: expect.stringContaining(text) },
      });
    expect((await api.send('GET', '/v1/monitors/')).data).toMatchObject({ monitors: [] });
    expect(await send('PUT', '', { body: 'neither: [json' })).toMatchObject({ status: 400 });
  });

  test('with auto-discover, one odd definition keeps the others, and its description names what was left out', async () => {
    const { api, send } = await open();
    const namespace = `kubernetes-namespace:${'n'.repeat(63)}`;
    const odd = [
      { key: 'quarters', schedule: '0/15 * * * *', tags: ['kubernetes', namespace] },
      { key: 'every', schedule: '@every 5m' },
      { key: 'lost', schedule: '0 2 * * *', notify: ['pager'] },
      { key: 'rate', schedule: '0 2 * * *', assertions: ['metric.duration > 5 minutes'] },
      { key: 'bad', schedule: '61 * * * *', note: 'made by ops', tags: ['x'.repeat(130)] },
      { key: 'typed', schedule: '0 2 * * *', grace_seconds: '60', tags: 'cluster', note: 'by ops' },
      { key: 'site', type: 'check' },
      { key: 'no key!' },
      { key: 5 },
      'nonsense',
    ];
    const put = () => send('PUT', '?auto-discover=1', { body: [...odd, NIGHTLY, NIGHTLY] });
    expect(await put()).toMatchObject({
      status: 200,
      json: [{ key: 'quarters' }, { key: 'every' }, {}, {}, {}, {}, {}],
    });
    const listed = async () => {
      const { data } = await api.send('GET', '/v1/monitors/');
      const { monitors } = z
        .object({ monitors: z.array(z.looseObject({ slug: z.string(), description: z.string() })) })
        .parse(data);
      return monitors.toSorted((one, other) => one.slug.localeCompare(other.slug));
    };
    const descriptions = async () =>
      Object.fromEntries((await listed()).map(({ slug, description }) => [slug, description]));
    expect(await listed()).toMatchObject([
      { slug: 'bad', schedule: { type: 'interval', interval: 31_622_400 }, tags: ['x'.repeat(100)] },
      { slug: 'every', schedule: { type: 'interval', interval: 300 } },
      { slug: 'lost', channels: null },
      { slug: 'nightly', schedule: { cron: '0 2 * * *' } },
      { slug: 'quarters', schedule: { cron: '0-59/15 * * * *' }, tags: ['kubernetes', namespace] },
      { slug: 'rate' },
      { slug: 'typed', schedule: { cron: '0 2 * * *', graceDuration: 60 }, tags: [] },
    ]);
    const first = await descriptions();
    expect(first).toEqual({
      bad: expect.stringMatching(
        /^made by ops\nLeft out of the definition: The schedule "61 \* \* \* \*": .*A tag was cut/,
      ),
      every: '',
      lost: 'Left out of the definition: There are no channels with these names: pager.',
      nightly: '',
      quarters: '',
      rate: expect.stringContaining('metric.duration > 5 minutes'),
      typed: 'by ops\nLeft out of the definition: These fields are invalid: grace_seconds, tags.',
    });
    await put();
    expect(await descriptions()).toEqual(first);
    await send('PUT', '?auto-discover=1', { body: [{ key: 'lost', schedule: '0 2 * * *' }] });
    expect(await descriptions()).toMatchObject({ lost: '' });
  });

  test('a request changes nothing if its last monitor can’t be saved', async () => {
    const { api, send, addKey } = await open();
    const stranger = await addKey('read_write', (await api.addTeam('Other')).teamID);
    expect(await send('PUT', '', { body: [{ key: 'd3x0C1' }], key: stranger })).toMatchObject({
      status: 200,
    });
    await send('PUT', '', { body: [NIGHTLY] });
    const before = (await api.send('GET', '/v1/monitors/')).text;
    const audit = await api.store.listAudit(api.owner.teamID, { limit: 10 });
    const changed = { ...NIGHTLY, schedule: '30 3 * * *' };
    expect(await send('PUT', '', { body: [changed, { key: 'new' }, { key: 'd3x0C1' }] })).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('d3x0C1') },
    });
    expect(await send('PUT', '', { body: [changed, { key: 'new' }, { key: 'new' }] })).toMatchObject({
      status: 400,
      json: { error: 'new: Several monitors in the request have this key.' },
    });
    expect((await api.send('GET', '/v1/monitors/')).text).toBe(before);
    expect(await api.store.listAudit(api.owner.teamID, { limit: 10 })).toEqual(audit);
  });

  test.each([
    ['DELETE', ''],
    ['POST', '/clone'],
    ['PUT', ''],
  ])('%s %s refuses large bodies and bodies with too many values', async (method, path) => {
    const { send } = await open();
    expect(await send(method, path, { body: `["${'a'.repeat(1_000_000)}"]` })).toMatchObject({ status: 413 });
    expect(await send(method, path, { body: `[${'[],'.repeat(100_000)}[]]` })).toMatchObject({ status: 413 });
  });

  test('keys of other teams and keys beyond the limit of a team get the same refusal', async () => {
    const { api, send, addKey } = await open();
    const stranger = await addKey('read_write', (await api.addTeam('Other')).teamID);
    await send('PUT', '', { body: [{ key: 'd3x0C1' }], key: stranger });
    const refusalOf = async (key: string) =>
      (await send('PUT', '', { body: [{ key }] })).text.replace(key, '');
    const taken = await refusalOf('d3x0C1');
    for (let round = 0; round < 40; round += 1) {
      const keys = Array.from({ length: 1000 }, (_, index) => ({ key: `X${round * 1000 + index}-key` }));
      await send('PUT', '', { body: [...keys.slice(1), { key: 'd3x0C1' }] });
    }
    expect(await refusalOf('e4y1D2')).toBe(taken);
    api.clock.time += 1000;
    expect(await send('PUT', '', { body: [{ key: 'e4y1D2' }] })).toMatchObject({ status: 200 });
  });

  test('pages, filters, reads, pauses, mutes for hours, and deletes', async () => {
    const { api, send } = await open();
    await send('PUT', '', { body: ['a', 'b', 'c'].map((key) => ({ key, tags: [`tag-${key}`] })) });
    const keysOf = ({ json }: { json: unknown }) =>
      z
        .object({ monitors: z.array(monitor) })
        .parse(json)
        .monitors.map(({ key }) => key);
    const page = await send('GET', '?page=2&pageSize=2');
    expect(page).toMatchObject({ json: { total_monitor_count: 3, page_size: 2, page: 2 } });
    expect(keysOf(page)).toEqual(['c']);
    expect(keysOf(await send('GET', '?tag=tag-a,tag-c&sort=-name'))).toEqual(['c', 'a']);
    const paused = async (path: string) => monitor.parse((await send('GET', path)).json).paused;
    expect(await paused('/a/pause')).toBe(true);
    expect((await api.send('GET', '/v1/monitors/')).data).toMatchObject({
      monitors: [{ paused: true }, {}, {}],
    });
    expect(await paused('/a/pause/0')).toBe(false);
    expect(await paused('/b/pause/2')).toBe(true);
    expect((await api.send('GET', '/v1/monitors/')).data).toMatchObject({
      monitors: [{}, { paused: false, mutedUntil: '2026-11-21T10:15:30.123Z' }, {}],
    });
    expect(await paused('/b/pause/0')).toBe(false);
    expect(await send('DELETE', '/a')).toMatchObject({ status: 204, text: '' });
    expect(await send('DELETE', '/a')).toMatchObject({ status: 404 });
    expect(await send('DELETE', '', { body: { monitors: ['b', 'x'] } })).toMatchObject({
      status: 200,
      json: { deleted_count: 1, requested_count: 2, errors: { missing: ['x'] } },
    });
    const actions = (await api.store.listAudit(api.owner.teamID, { limit: 3 })).map(({ action }) => action);
    expect(actions).toEqual(['monitor.delete', 'monitor.delete', 'monitor.edit']);
  });

  test('clones a monitor, and searches', async () => {
    const { api, send } = await open();
    await send('PUT', '', { body: [{ ...NIGHTLY, tags: ['prod'] }, { key: 'queue' }] });
    expect(await send('POST', '/clone', { body: { key: 'nightly' } })).toMatchObject({
      status: 201,
      json: { key: 'nightly-copy', schedule: '0 2 * * *', tags: ['prod'] },
    });
    expect(await send('POST', '/clone', { body: { key: 'none' } })).toMatchObject({ status: 404 });
    expect(await send('POST', '/clone', { body: { name: 'x' } })).toMatchObject({ status: 400 });
    const { data } = await api.send('GET', '/v1/monitors/');
    expect(
      new Set(
        z
          .array(z.looseObject({ pingURL: z.string() }))
          .parse(data.monitors)
          .map((monitor) => monitor.pingURL),
      ).size,
    ).toBe(3);
    const found = async (query: string) =>
      z
        .object({ monitors: z.array(monitor) })
        .parse((await send('GET', `/../search?query=${encodeURIComponent(query)}`)).json)
        .monitors.map(({ key }) => key);
    expect(await found('QUEUE')).toEqual(['queue']);
    expect(await found('job:night')).toEqual(['nightly', 'nightly-copy']);
    expect(await found('tag:prod')).toEqual(['nightly', 'nightly-copy']);
    expect(await found('check:queue')).toEqual([]);
    expect(await found('ungrouped:')).toHaveLength(3);
  });

  test('POST creates one monitor, and refuses a key that exists', async () => {
    const { send } = await open({ allowance: 2 });
    expect(await send('POST', '', { body: NIGHTLY })).toMatchObject({
      status: 201,
      json: { key: 'nightly' },
    });
    expect(await send('POST', '', { body: NIGHTLY })).toMatchObject({ status: 400 });
    expect(await send('PUT', '', { body: [{ key: 'a' }, { key: 'b' }] })).toMatchObject({ status: 403 });
    expect(await send('GET', '')).toMatchObject({ json: { total_monitor_count: 1 } });
  });

  test('finds a monitor by a ping ID that was kept from Cronitor, and names an ambiguous slug', async () => {
    const { api, send, addKey } = await open();
    await api.create({ name: 'old', pingID: 'd3x0C1' });
    expect(await send('GET', '/d3x0C1')).toMatchObject({
      json: { key: 'old', attributes: { key: 'old', code: 'd3x0C1' } },
    });
    const reader = await send('GET', '/old', { key: await addKey('read') });
    expect(reader).toMatchObject({ status: 200, json: { attributes: { code: 'old' } } });
    await api.create({ name: 'twin', slug: 'old' });
    expect(await send('GET', '/old')).toMatchObject({ status: 409 });
    expect(await send('PUT', '', { body: [{ key: 'old', name: 'x' }] })).toMatchObject({ status: 400 });
  });

  test('a reading key changes nothing, other keys do nothing, and other teams see nothing', async () => {
    const { api, send, addKey } = await open();
    await send('PUT', '', { body: [NIGHTLY] });
    const read = await addKey('read');
    const stranger = await addKey('read_write', (await api.addTeam('Other')).teamID);
    expect(await send('GET', '/nightly', { key: read })).toMatchObject({ status: 200 });
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', '/nightly'],
      ['GET', '/nightly/pause'],
    ] as const) {
      expect(
        await send(method, path, { key: read, body: method === 'PUT' ? [NIGHTLY] : undefined }),
      ).toMatchObject({ status: 403 });
      for (const key of [await addKey('ping'), 'x'.repeat(32), ''])
        expect(await send(method, path, { key })).toMatchObject({ status: 401 });
    }
    expect(await send('GET', '', { key: stranger })).toMatchObject({ json: { monitors: [] } });
    expect(await send('GET', '/nightly', { key: stranger })).toMatchObject({ status: 404 });
    expect(await send('DELETE', '/nightly', { key: stranger })).toMatchObject({ status: 404 });
    expect(await send('GET', '/nightly')).toMatchObject({ status: 200 });
  });
});
