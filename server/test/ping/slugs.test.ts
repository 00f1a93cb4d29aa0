import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openConnection, request, send } from '../connection.ts';
import { createEdit } from '../edits.ts';
import { type RunningService, startTestService } from '../sdk/in-process.ts';
import { addKeyHolder, type KeyHolder } from './key-holder.ts';

const RID = '0b9a6cb6-4a1e-4f0d-8a3a-57b9e5f0a1c2';
const DIGITS = RID.replaceAll('-', '');
const NOISE = randomBytes(300_000).toString('base64');
const CRONTAB = { type: 'crontab', value: '0 2 * * *' };

interface World extends KeyHolder {
  readonly service: RunningService;
  /** Sends a GET, and returns the status and the body. */
  get(path: string): Promise<string>;
  monitors(): Promise<readonly Listed[]>;
  createMonitor(json: { readonly name: string; readonly slug?: string }): Promise<Listed>;
  /** Creates a `read_write` key, and returns its secret. */
  createManagementKey(): Promise<string>;
}

interface Listed {
  readonly shortID: string;
  readonly name: string;
  readonly slug: string;
  readonly status: string;
  readonly notices: readonly unknown[];
}

async function openWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const service = await startTestService(env);
  const holder = await addKeyHolder(service);
  const client = service.client(holder.token);
  return {
    ...holder,
    service,
    async get(path) {
      const { status, text } = await send(service.port, 'GET', path);
      return `${status} ${text}`;
    },
    monitors: async () => (await client.monitors.list()).monitors,
    createMonitor: (json) => client.monitors.create(json),
    async createManagementKey() {
      const [project] = (await client.projects.list()).projects;
      return (await client.projects.createKey(project!.shortID, { kind: 'read_write', name: 'terraform' }))
        .secret;
    },
  };
}

async function eventsOf({ service, token }: World, { shortID }: Listed) {
  return (await service.client(token).monitors.events.list(shortID)).events;
}

async function auditOf({ service, teamID }: World) {
  const entries = await service.store.listAudit(teamID, { limit: 10 });
  return entries.map(({ actor, action, target }) => ({
    actor: actor.name,
    token: actor.token,
    action,
    name: target?.name,
  }));
}

describe('Healthchecks, by slug', () => {
  test('the responses are those of the documentation', async () => {
    const world = await openWorld();
    const { get, key } = world;
    await world.createMonitor({ name: 'Nightly', slug: 'nightly' });
    expect(await get(`/ping/${key}/nightly`)).toBe('200 OK');
    expect(await get(`/ping/${key}/nightly/start?rid=${RID}`)).toBe('200 OK');
    expect(await get(`/ping/${key}/nightly/3?rid=${RID}&create=1`)).toBe('200 OK');
    expect(await get(`/ping/${key}/missing`)).toBe('404 not found');
    expect(await get(`/ping/${key}/missing/fail`)).toBe('404 not found');
    expect(await get(`/ping/${'x'.repeat(22)}/nightly?create=1`)).toBe('404 not found');
    expect(await get(`/ping/${key}/Nightly`)).toBe('400 invalid url format');
    expect(await get(`/ping/${key}/nightly?rid=x`)).toBe('400 invalid uuid format');
    expect(await get(`/ping/${key}/nightly/256`)).toBe('400 invalid url format');
    await world.createMonitor({ name: 'Another', slug: 'nightly' });
    expect(await get(`/ping/${key}/nightly`)).toBe('409 ambiguous slug');
    const [monitor] = await world.monitors();
    expect(
      (await eventsOf(world, monitor!)).map(({ type, exitStatus, runID }) => ({ type, exitStatus, runID })),
    ).toMatchObject([
      { type: 'fail', exitStatus: 3, runID: RID },
      { type: 'start', runID: RID },
      { type: 'ping' },
    ]);
  });

  test.each([
    ['5 characters', async () => 'abcde'],
    ['21 characters', async ({ key }: World) => key.slice(1)],
    ['characters of no key', async () => 'a%20b'],
  ])(
    'a wrong key of %s gets the response of Healthchecks, with and without create=1',
    async (_, wrongKey) => {
      const world = await openWorld();
      const { get } = world;
      await world.createMonitor({ name: 'Nightly', slug: 'nightly' });
      const key = await wrongKey(world);
      for (const path of [
        'nightly',
        'nightly/',
        'nightly?create=1',
        'nightly/fail',
        'nightly/start?create=1',
      ])
        expect(await get(`/ping/${key}/${path}`)).toBe('404 not found');
      expect(await world.monitors()).toMatchObject([{ status: 'new' }]);
    },
  );

  test('a key for the API pings nothing in the form of Healthchecks, and a ping without its parameters is telemetry of Cronitor', async () => {
    const world = await openWorld();
    const { get } = world;
    await world.createMonitor({ name: 'Nightly', slug: 'nightly' });
    const key = await world.createManagementKey();
    for (const wrong of ['aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG', key])
      for (const path of ['nightly?create=1', 'nightly/fail', 'nightly/start?create=1'])
        expect(await get(`/ping/${wrong}/${path}`)).toBe('404 not found');
    expect(await get('/ping/aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG/nightly')).toMatch(/^404 /);
    expect(await world.monitors()).toMatchObject([{ status: 'new' }]);
    expect(await get(`/ping/${key}/nightly`)).toBe('200 OK');
    expect(await get(`/ping/${key}/events`)).toBe('200 OK');
    expect((await world.monitors()).map(({ slug, status }) => `${slug} ${status}`).toSorted()).toEqual([
      'events up',
      'nightly up',
    ]);
  });

  test('a ping key that the team’s limit has ended is unknown, also after it was used', async () => {
    const world = await openWorld();
    const { get, key, service, teamID } = world;
    await world.createMonitor({ name: 'Nightly', slug: 'nightly' });
    const limit = (tokenDaysMax: number | null) =>
      service.store.changeTeam(teamID, createEdit({ tokenDaysMax }));
    expect(await get(`/ping/${key}/nightly`)).toBe('200 OK');
    // The key was created in 1970.
    await limit(365);
    expect(await get(`/ping/${key}/nightly`)).toBe('404 not found');
    expect(await get(`/ping/${key}/other?create=1`)).toBe('404 not found');
    await limit(null);
    expect(await get(`/ping/${key}/nightly`)).toBe('200 OK');
  });

  test('our own ping URLs keep our own responses', async () => {
    const { get } = await openWorld();
    for (const path of [
      'abcdefgh',
      'abcdefgh/',
      'abcdefgh/start',
      'abcdefgh/end/',
      'abcdefgh/fail',
      'abcdefgh/3',
    ])
      expect(await get(`/ping/${path}`)).toMatch(/^404 \{"success":false,/);
  });

  test('create=1 creates a check with our defaults, in the audit log', async () => {
    const world = await openWorld();
    const { get, key, keyShortID } = world;
    expect(await get(`/ping/${key}/db-backup/start?create=1`)).toBe('201 Created');
    expect(await get(`/ping/${key}/db-backup?create=1`)).toBe('200 OK');
    expect(await world.monitors()).toMatchObject([
      {
        name: 'db-backup',
        slug: 'db-backup',
        status: 'up',
        schedule: { type: 'interval', interval: 86_400 },
        channels: null,
      },
    ]);
    expect(await auditOf(world)).toEqual([
      { actor: 'hosts', token: `${key.slice(0, 4)}…`, action: 'monitor.create', name: 'db-backup' },
    ]);
    expect(await get(`/ping/${key}/${'a'.repeat(101)}?create=1`)).toMatch(/^400 /);
    await expect
      .poll(async () => (await world.service.store.projectKeys.find(world.teamID, keyShortID))?.lastUsedAt)
      .not.toBeNull();
  });

  test('a check that a ping has created resumes with the next ping, as in Healthchecks', async () => {
    const world = await openWorld();
    const { service, token, get, key } = world;
    expect(await get(`/ping/${key}/nightly?create=1`)).toBe('201 Created');
    const { monitors } = service.client(token);
    const [created] = await world.monitors();
    expect(await monitors.pause(created!.shortID)).toMatchObject({ status: 'paused', manualResume: false });
    expect(await get(`/ping/${key}/nightly/log`)).toBe('200 OK');
    expect(await world.monitors()).toMatchObject([{ status: 'paused' }]);
    expect(await get(`/ping/${key}/nightly`)).toBe('200 OK');
    expect(await world.monitors()).toMatchObject([{ status: 'up' }]);
  });

  test('many simultaneous pings create one check', async () => {
    const world = await openWorld();
    const urls = Array.from({ length: 20 }, () => `/ping/${world.key}/storm?create=1`);
    const responses = await Promise.all(urls.map(world.get));
    expect(responses.toSorted()).toEqual([...Array.from({ length: 19 }, () => '200 OK'), '201 Created']);
    expect(await world.monitors()).toHaveLength(1);
    expect(await eventsOf(world, (await world.monitors())[0]!)).toHaveLength(20);
  });

  test('a slug that is one of our words works, and so does an unknown word after a slug', async () => {
    const world = await openWorld();
    const { get, key } = world;
    const start = await world.createMonitor({ name: 'start' });
    expect(await get(`/ping/${key}/start`)).toBe('200 OK');
    expect(await get(`/ping/${key}/start/fail`)).toBe('200 OK');
    expect((await eventsOf(world, start)).map(({ type }) => type)).toEqual(['fail', 'ping']);
    expect(await get(`/ping/${key}/start/oops`)).toBe('404 not found');
    await expect
      .poll(async () => (await world.service.client(world.token).monitors.get(start.shortID)).notices, {
        timeout: 5000,
      })
      .toMatchObject([{ message: 'GET /oops after the ping URL is not an endpoint. Nothing was recorded.' }]);
  });

  test('a team without allowance gets a clear error, and loses no ping of its monitors', async () => {
    const world = await openWorld({ MONITOR_ALLOWANCE: '1' });
    const { get, key } = world;
    expect(await get(`/ping/${key}/first?create=1`)).toBe('201 Created');
    expect(await get(`/ping/${key}/second?create=1`)).toBe(
      '403 The team has used its allowance of 1 monitors. Delete one, or ask the operator for more.',
    );
    expect(await get(`/ping/${key}/first?create=1`)).toBe('200 OK');
  });

  test('the key of another team finds nothing, and a deleted key finds nothing at all', async () => {
    const world = await openWorld();
    const { get, key, service, teamID, keyShortID } = world;
    const other = await addKeyHolder(service);
    await world.createMonitor({ name: 'nightly' });
    expect(await get(`/ping/${other.key}/nightly`)).toBe('404 not found');
    expect(await get(`/ping/${other.key}/nightly?create=1`)).toBe('201 Created');
    expect(await world.monitors()).toHaveLength(1);
    expect(await get(`/ping/${key}/nightly`)).toBe('200 OK');
    await service.store.projectKeys.delete(teamID, keyShortID);
    expect(await get(`/ping/${key}/nightly`)).toBe('404 not found');
    expect(await get(`/ping/${key}/nightly?create=1`)).toBe('404 not found');
  });

  test('a key that is also the ping ID of a monitor loses no ping', async () => {
    const world = await openWorld();
    const { get, key } = world;
    await world.service.client(world.token).monitors.create({ name: 'collision', pingID: key });
    const nightly = await world.createMonitor({ name: 'nightly' });
    expect(await get(`/ping/${key}/nightly/fail`)).toBe('200 OK');
    expect(await eventsOf(world, nightly)).toMatchObject([{ type: 'fail' }]);
    expect(await get(`/ping/${key}/fail`)).toMatch(/^200 {"success":true/);
    expect(await get(`/ping/${key}/missing`)).toMatch(/^404 /);
  });

  test('HEAD and POST work like GET', async () => {
    const world = await openWorld();
    const { service, key } = world;
    expect((await send(service.port, 'HEAD', `/ping/${key}/nightly?create=1`)).status).toBe(201);
    expect((await send(service.port, 'POST', `/ping/${key}/nightly/fail`, { body: 'disk full' })).text).toBe(
      'OK',
    );
    const refused = await send(service.port, 'DELETE', `/ping/${key}/nightly`);
    expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST, PUT, OPTIONS' } });
  });
});

describe('Cronitor, by API key', () => {
  test('an agent uploads the log of a run to the address that it asks for', async () => {
    const world = await openWorld();
    const { get, service } = world;
    const key = await world.createManagementKey();
    expect(await get(`/ping/${key}/job-1/fail?series=s1&stamp=1700000000`)).toBe('200 OK');
    const authorization = `Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    const presign = (body: string) =>
      send(service.port, 'POST', '/api/logs/presign', { headers: [authorization], body });
    const presigned = await presign('{"job_key":"job-1","series":"s1"}');
    const { url } = JSON.parse(presigned.text);
    const { pathname, search } = new URL(url);
    // Go's client of the agent sends gzip without a Content-Encoding.
    const body = gzipSync('disk is full');
    expect((await send(service.port, 'PUT', `${pathname}${search}`, { body })).status).toBe(200);
    const [monitor] = await world.monitors();
    expect(monitor).toMatchObject({ slug: 'job-1', status: 'down' });
    expect(await eventsOf(world, monitor!)).toMatchObject([
      { type: 'log', runID: 's1', bodySize: 12, warnings: [] },
      { type: 'fail', runID: 's1' },
    ]);
    expect((await presign('{"series":"s1"}')).status).toBe(400);
  });

  test('logs of a failed run leave the monitor down', async () => {
    const world = await openWorld();
    const { get, key } = world;
    for (const query of ['state=run', 'state=fail', 'state=logs&message=output'])
      expect(await get(`/p/${key}/j?${query}&series=s1`)).toBe('200 OK');
    const [monitor] = await world.monitors();
    expect(monitor).toMatchObject({ status: 'down' });
    expect(await eventsOf(world, monitor!)).toMatchObject([
      { type: 'log', runID: 's1', warnings: [] },
      { type: 'fail' },
      { type: 'start' },
    ]);
  });

  test('an unknown monitor key creates a monitor', async () => {
    const world = await openWorld();
    const { get, key } = world;
    expect(await get(`/p/${key}/Nightly%20Job?state=run&series=4711`)).toBe('200 OK');
    expect(await get(`/ping/${key}/nightly-job?state=fail&series=4711&status_code=2`)).toBe('200 OK');
    const [monitor] = await world.monitors();
    expect(monitor).toMatchObject({ name: 'Nightly Job', slug: 'nightly-job', status: 'down' });
    expect(await eventsOf(world, monitor!)).toMatchObject([
      { type: 'fail', exitStatus: 2, runID: '4711' },
      { type: 'start', runID: '4711' },
    ]);
    expect(await get(`/p/${'x'.repeat(22)}/nightly-job?state=run`)).toMatch(/^404 There is no such ping URL/);
  });

  test.each(['wrong', 'x'.repeat(21), 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG', 'a%20b'])(
    'a wrong key is answered in plain text: %s',
    async (key) => {
      const { get, monitors } = await openWorld();
      for (const path of ['x', 'x?state=run', 'x/y'])
        expect(await get(`/p/${key}/${path}`)).toMatch(/^404 There is no such ping URL/);
      expect(await get(`/ping/${key}/x?state=run`)).toMatch(/^404 (?:not found$|There is no such ping URL)/);
      expect(await monitors()).toEqual([]);
    },
  );
});

describe('Sentry', () => {
  const envelope = (...payloads: readonly object[]) =>
    ['{}', ...payloads.flatMap((payload) => ['{"type":"check_in"}', JSON.stringify(payload)]), ''].join('\n');
  const checkIn = (status: string, more: object = {}) => ({
    check_in_id: DIGITS,
    monitor_slug: 'nightly',
    status,
    monitor_config: { schedule: CRONTAB, checkin_margin: 5 },
    ...more,
  });
  const auth = (key: string) => `X-Sentry-Auth: Sentry sentry_key=${key}, sentry_version=7`;

  test('check-ins create, configure and report', async () => {
    const world = await openWorld();
    const { service, key } = world;
    const post = (body: string) =>
      send(service.port, 'POST', '/api/7/envelope/', { headers: [auth(key)], body });
    expect(await post(envelope(checkIn('in_progress')))).toMatchObject({
      status: 200,
      text: `{"id":"${DIGITS}"}`,
    });
    expect(await world.monitors()).toMatchObject([
      {
        name: 'nightly',
        slug: 'nightly',
        schedule: { type: 'cron', cron: '0 2 * * *', graceDuration: 300 },
        maxRunDuration: 1800,
      },
    ]);
    const changed = {
      monitor_config: { schedule: { type: 'interval', value: 2, unit: 'hour' }, max_runtime: 10 },
    };
    await post(envelope(checkIn('ok', { duration: 7, ...changed })));
    const [monitor] = await world.monitors();
    expect(monitor).toMatchObject({
      status: 'up',
      schedule: { type: 'interval', interval: 7200, graceDuration: 300 },
      maxRunDuration: 600,
    });
    expect(await eventsOf(world, monitor!)).toMatchObject([
      { type: 'end', runID: DIGITS, duration: 7, warnings: [] },
      { type: 'start', runID: DIGITS, warnings: [] },
    ]);
    expect((await auditOf(world)).map(({ action }) => action)).toEqual(['monitor.edit', 'monitor.create']);
    const invalid = { monitor_config: { schedule: { type: 'crontab', value: '99 * * * *' } } };
    await post(envelope(checkIn('error', invalid)));
    expect((await eventsOf(world, monitor!))[0]).toMatchObject({
      type: 'fail',
      warnings: [expect.stringMatching(/^monitor_config was ignored: /)],
    });
    await expect
      .poll(async () => (await world.monitors())[0]?.notices, { timeout: 5000 })
      .toMatchObject([{ kind: 'warning', message: expect.stringMatching(/^monitor_config was ignored: /) }]);
    expect(await post(envelope(checkIn('ok', { monitor_slug: 'other', ...invalid })))).toMatchObject({
      status: 400,
    });
  });

  test('a step without a range is read as cronsim reads it, for a new and for a known monitor', async () => {
    const world = await openWorld();
    const configured = (value: string) => ({ monitor_config: { schedule: { type: 'crontab', value } } });
    for (const [value, cron] of [
      ['12/5 22 * * *', '12-59/5 22 * * *'],
      ['0/15 * * * *', '0-59/15 * * * *'],
    ] as const) {
      const body = envelope(checkIn('ok', configured(value)));
      const headers = [auth(world.key)];
      expect(await send(world.service.port, 'POST', '/api/7/envelope/', { headers, body })).toMatchObject({
        status: 200,
      });
      expect(await world.monitors()).toMatchObject([{ schedule: { type: 'cron', cron } }]);
    }
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('a body compressed with %s is read', async (encoding, compress) => {
    const world = await openWorld();
    const headers = [
      auth(world.key),
      `Content-Encoding: ${encoding}`,
      'Content-Type: application/x-sentry-envelope',
    ];
    const response = await send(world.service.port, 'POST', '/api/7/envelope/', {
      headers,
      body: compress(envelope(checkIn('ok'))),
    });
    expect(response.status).toBe(200);
    expect(await world.monitors()).toMatchObject([{ status: 'up' }]);
  });

  test.each([
    ['no compression', [], (body: string) => Buffer.from(body), NOISE],
    ['gzip', ['Content-Encoding: gzip'], gzipSync, NOISE],
    ['deflate', ['Content-Encoding: deflate'], deflateSync, NOISE],
    ['br', ['Content-Encoding: br'], brotliCompressSync, NOISE],
    // Nothing of a block of zstd can be read before the block has arrived.
    ['zstd', ['Content-Encoding: zstd'], zstdCompressSync, 'x'.repeat(300_000)],
  ] as const)(
    'an envelope through a tunnel, whose key is only in its header, is read with any size: %s',
    async (_, headers, compress, attachment) => {
      const world = await openWorld();
      const { port } = world.service;
      const tunneled = (key: string, more: string) =>
        compress(
          `${envelope(checkIn('ok')).replace('{}', `{"dsn":"https://${key}@overdue.example.com/7"}`)}${more}`,
        );
      const large = `{"type":"attachment","length":${attachment.length}}\n${attachment}\n`;
      const post = async (body: Uint8Array) => {
        const response = await send(port, 'POST', '/api/7/envelope/', { headers, body });
        return `${response.status} ${response.text}`;
      };
      for (const more of ['', large]) {
        expect(await post(tunneled('x'.repeat(22), more))).toBe('401 {"detail":"invalid project key"}');
        expect(await post(tunneled(world.key, more))).toMatch(/^200 {"id":/);
      }
      const [monitor] = await world.monitors();
      expect(await eventsOf(world, monitor!)).toHaveLength(2);
    },
  );

  test.each([
    [
      'in the query',
      '/api/7/envelope/?sentry_version=7&sentry_key=KEY&sentry_client=sentry.javascript.node%2F11.12.0',
      '{}',
    ],
    ['in the header of the envelope', '/api/7/envelope/', '{"dsn":"https://KEY@overdue.example.com/7"}'],
  ])('a chunked body without a type, with the key %s, is read', async (_, address, header) => {
    const world = await openWorld();
    const connection = openConnection(world.service.port);
    const path = address.replace('KEY', world.key);
    const body = envelope(checkIn('ok')).replace('{}', header.replace('KEY', world.key));
    const half = body.slice(0, 20);
    connection.write(request('POST', path, { headers: ['Transfer-Encoding: chunked'] }));
    for (const part of [half, body.slice(20)])
      connection.write(`${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
    connection.write('0\r\n\r\n');
    expect((await connection.respond())?.status).toBe(200);
    connection.socket.destroy();
    expect(await world.monitors()).toMatchObject([{ status: 'up' }]);
  });

  test('a check-in by URL is recorded', async () => {
    const world = await openWorld();
    const { get, key } = world;
    await world.createMonitor({ name: 'nightly' });
    expect(await get(`/api/7/cron/nightly/${key}/?status=in_progress&check_in_id=${RID}`)).toBe('202 ');
    expect(await get(`/api/7/cron/nightly/${key}?status=error&check_in_id=${DIGITS}`)).toBe('202 ');
    const [monitor] = await world.monitors();
    expect(await eventsOf(world, monitor!)).toMatchObject([
      { type: 'fail', runID: DIGITS },
      { type: 'start', runID: DIGITS },
    ]);
    const headers = ['Content-Type: application/json'];
    const created = await send(world.service.port, 'POST', `/api/7/cron/weekly/${key}/`, {
      headers,
      body: JSON.stringify({ status: 'ok', monitor_config: { schedule: CRONTAB } }),
    });
    expect(created.status).toBe(202);
    expect(await world.monitors()).toHaveLength(2);
    expect(await get(`/api/7/cron/missing/${key}/?status=ok`)).toMatch(/^404 {"detail":/);
  });

  test('invalid, large and foreign envelopes get a clear error, and record nothing', async () => {
    const world = await openWorld();
    const { service, key } = world;
    const post = async (body: string | Uint8Array, headers: readonly string[] = [auth(key)]) => {
      const { status, text } = await send(service.port, 'POST', '/api/7/envelope/', { headers, body });
      return `${status} ${text}`;
    };
    expect(await post('nonsense')).toBe('400 {"detail":"invalid event envelope: invalid envelope header"}');
    expect(await post(envelope(checkIn('ok')), [])).toBe(
      '401 {"detail":"missing authorization information"}',
    );
    expect(await post(envelope(checkIn('ok')), [auth('x'.repeat(22))])).toBe(
      '401 {"detail":"invalid project key"}',
    );
    expect(await post(gzipSync('x'), [auth(key), 'Content-Encoding: nonsense'])).toMatch(
      /^400 .*could not be decompressed/,
    );
    const broken = Buffer.concat([Buffer.from(envelope(checkIn('ok'))), Buffer.alloc(10 * 1024 * 1024, 'x')]);
    expect(await post(broken)).toBe('400 {"detail":"invalid event envelope: invalid item header"}');
    const large = Buffer.concat([Buffer.from(envelope(checkIn('ok'))), Buffer.alloc(16 * 1024 * 1024, 'x')]);
    expect(await post(large)).toMatch(/^413 {"detail":"The body has more than 16777216 bytes/);
    expect(await post(gzipSync(large), [auth(key), 'Content-Encoding: gzip'])).toMatch(/^413 /);
    expect(await post(envelope(checkIn('ok', { monitor_config: undefined })))).toMatch(/^404 /);
    expect(await world.monitors()).toEqual([]);
  });

  test('a valid check-in counts despite invalid, refused and oversized check-ins, and the first problem is named', async () => {
    const world = await openWorld();
    const { service, key } = world;
    await world.createMonitor({ name: 'nightly' });
    const one = (status: string) => checkIn(status, { check_in_id: undefined, monitor_config: undefined });
    const post = async (...payloads: readonly object[]) => {
      const body = envelope(...payloads);
      const { status, text } = await send(service.port, 'POST', '/api/7/envelope/', {
        headers: [auth(key)],
        body,
      });
      return `${status} ${text}`;
    };
    const types = async () => {
      const [monitor] = await world.monitors();
      return (await eventsOf(world, monitor!)).map(({ type }) => type);
    };
    expect(await post(one('error'), { monitor_slug: 'nightly', status: 'oops' })).toMatch(
      /^400 {"detail":"invalid check-in: the status/,
    );
    expect(await types()).toEqual(['fail']);
    expect(await post({ ...one('ok'), monitor_slug: 'missing' }, one('ok'))).toMatch(/^404 /);
    expect(await types()).toEqual(['end', 'fail']);
    expect(await post({ ...one('ok'), environment: 'x'.repeat(102_400) }, one('error'))).toMatch(
      /^413 {"detail":"A check-in has more than 102400 bytes/,
    );
    expect(await types()).toEqual(['fail', 'end', 'fail']);
  });

  test.each([
    ['as it is', (body: Buffer) => body, []],
    ['compressed', gzipSync, ['Content-Encoding: gzip']],
  ])('a check-in with an attachment of 10 MB counts, %s', async (_, encode, encoding) => {
    const world = await openWorld();
    const { service, key } = world;
    await world.createMonitor({ name: 'nightly' });
    const attachment = Buffer.alloc(10_000_000, 'log\n');
    const payload = JSON.stringify(checkIn('error', { monitor_config: undefined }));
    const body = Buffer.concat([
      Buffer.from(`{}\n{"type":"attachment","length":${attachment.byteLength}}\n`),
      attachment,
      Buffer.from(`\n{"type":"check_in"}\n${payload}\n`),
    ]);
    const response = await send(service.port, 'POST', '/api/7/envelope/', {
      headers: [auth(key), ...encoding],
      body: encode(body),
    });
    expect(response).toMatchObject({ status: 200, text: `{"id":"${DIGITS}"}` });
    expect(await world.monitors()).toMatchObject([{ status: 'down' }]);
  });

  test('errors and transactions are accepted and dropped', async () => {
    const world = await openWorld();
    const { service, key } = world;
    const body = ['{"event_id":"x"}', '{"type":"event"}', '{"message":"x"}', ''].join('\n');
    const response = await send(service.port, 'POST', '/api/7/envelope/', { headers: [auth(key)], body });
    expect(response).toMatchObject({ status: 200, text: '{}' });
    expect(response.headers['x-sentry-rate-limits']).toContain('3600:');
    expect((await send(service.port, 'POST', `/api/7/store/?sentry_key=${key}`, { body: '{}' })).status).toBe(
      200,
    );
    expect((await send(service.port, 'OPTIONS', '/api/7/envelope/')).status).toBe(204);
  });
});
