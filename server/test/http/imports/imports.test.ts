import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { flipsOf } from '../../../src/compat/healthchecks/history.ts';
import { OutboundError } from '../../../src/platform/outbound/outbound-error.ts';
import type { OutboundRequest, Request } from '../../../src/platform/outbound/request.ts';
import { hashToken } from '../../../src/platform/security/token.ts';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import { listOutbox } from '../../store/outbox.ts';
import { type API, BASE_URL, openAPI } from '../api.ts';

const IMPORTS = '/v1/imports/';
const UUID = '6b8e4c1a-52fd-4c1e-9a3b-0d4f1f6f0c11';
const CHECK = {
  name: 'Dump',
  slug: 'dump',
  tags: 'prod',
  timeout: 3600,
  grace: 60,
  status: 'up',
  uuid: UUID,
};

const exported = (...checks: readonly object[]) => ({
  source: 'healthchecks',
  files: [{ name: 'checks.json', text: JSON.stringify({ checks }) }],
});

const run = ({ send }: API, json: object, as?: Parameters<API['send']>[2]) =>
  send('POST', IMPORTS, { json, ...as });

describe('a dry run', () => {
  test('shows the result for each item, and changes nothing', async () => {
    const api = await openAPI();
    const response = await run(api, exported(CHECK, { ...CHECK, name: 'Bad', schedule: '61 * * * *' }));
    expect(response.status).toBe(200);
    expect(response.data.import).toEqual({
      isApplied: false,
      counts: { create: 1, exists: 0, collision: 0, left_out: 1 },
      notes: [],
      items: [
        {
          name: 'Dump',
          outcome: 'create',
          schedule: 'Every hour',
          slug: 'dump',
          keepsPingID: true,
          pastRuns: 0,
          pastTransitions: 0,
          monitorShortID: null,
          pingURL: null,
          crontabLine: null,
          notes: [],
        },
        expect.objectContaining({
          name: 'Bad',
          outcome: 'left_out',
          notes: [expect.stringContaining('minute')],
        }),
      ],
      channels: [],
      keys: [],
    });
    expect(await api.store.listMonitors(api.owner.teamID, {})).toEqual([]);
    expect(await api.store.listAudit(api.owner.teamID, { limit: 10 })).toEqual([]);
  });
});

describe('a crontab', () => {
  const TEXT = '# Nightly\n0 2 * * * root dump -p secret\n\n*/5 * * * * root sync\n@daily root rotate\n';
  const crontab = { source: 'crontab', files: [{ name: 'crontab', text: TEXT }] };

  test('becomes the chosen monitors, and its lines come back in parts', async () => {
    const api = await openAPI();
    const plan = await run(api, crontab);
    expect(plan.data.import).toMatchObject({
      items: [
        { name: 'Nightly', outcome: 'create', crontabLine: { number: 2, command: 'dump -p secret' } },
        { name: 'sync', crontabLine: { number: 4, before: '*/5 * * * * root ', after: '' } },
        { name: 'rotate', crontabLine: { number: 5 } },
      ],
    });
    const response = await run(api, { ...crontab, lines: [2, 5], dryRun: false });
    expect(response.data.import).toMatchObject({
      counts: { create: 2 },
      items: [
        { crontabLine: { number: 2 }, pingURL: expect.stringContaining('/ping/') },
        { crontabLine: { number: 5 }, pingURL: expect.stringContaining('/ping/') },
      ],
    });
    const monitors = (await api.store.listMonitors(api.owner.teamID, {})).map((row) => row.read());
    expect(monitors.map(({ details }) => details.name).toSorted()).toEqual(['Nightly', 'rotate']);
    expect(JSON.stringify(monitors)).not.toContain('secret');
    const again = await run(api, crontab);
    expect(again.data.import).toMatchObject({
      items: [{ outcome: 'exists' }, { outcome: 'create' }, { outcome: 'exists' }],
    });
  });

  test('names the monitors as asked, and finds monitors under these names', async () => {
    const api = await openAPI();
    await api.create({ name: 'Sync' });
    const names = [
      { line: 2, name: ' Dump ' },
      { line: 4, name: 'Sync' },
      { line: 99, name: 'no such line' },
    ];
    const response = await run(api, { ...crontab, names, lines: [2, 4], dryRun: false });
    expect(response.data.import).toMatchObject({
      items: [
        { name: 'Dump', outcome: 'create' },
        { name: 'Sync', outcome: 'exists' },
      ],
    });
    const refused = await run(api, { ...crontab, names: [{ line: 2, name: ' ' }] });
    expect(refused).toMatchObject({ status: 422 });
  });
});

describe('an import', () => {
  const apply = (...checks: readonly object[]) => ({ ...exported(...checks), dryRun: false });

  test('creates the monitors under their ping IDs, and a second one changes nothing', async () => {
    const api = await openAPI();
    const response = await run(
      api,
      apply(CHECK, { ...CHECK, name: 'Second', uuid: undefined, status: 'paused' }),
    );
    expect(response.data.import).toMatchObject({ isApplied: true, counts: { create: 2 } });
    const monitors = (await api.store.listMonitors(api.owner.teamID, {})).map((row) => row.read());
    expect(
      monitors.map(({ pingID, details, state }) => [pingID, details.name, details.tags, state.paused]),
    ).toEqual([
      [UUID, 'Dump', ['prod'], false],
      [expect.stringMatching(/^\w{22}$/), 'Second', ['prod'], true],
    ]);
    expect(response.data.import).toMatchObject({
      items: monitors.map(({ shortID, pingID }) => ({
        monitorShortID: shortID,
        pingURL: `${BASE_URL}/ping/${pingID}`,
      })),
    });
    const again = await run(api, apply(CHECK, { ...CHECK, name: 'Second', uuid: undefined }));
    expect(again.data.import).toMatchObject({ counts: { create: 0, exists: 2 } });
    expect(await api.store.listMonitors(api.owner.teamID, {})).toHaveLength(2);
  });

  test('continues with the status of Healthchecks on request, without an alert', async () => {
    const api = await openAPI();
    const uuid = (last: number) => `${UUID.slice(0, -1)}${last}`;
    const at = (minutes: number) => new Date(api.clock.time - minutes * 60_000).toISOString();
    const checks = [
      { ...CHECK, name: 'up', last_ping: at(50), grace: 1200 },
      { ...CHECK, name: 'down', uuid: uuid(2), status: 'down', last_ping: at(90) },
      { ...CHECK, name: 'new', uuid: uuid(3), status: 'new', last_ping: null },
    ];
    await run(api, { ...apply(...checks), continueStatus: true });
    const { data } = await api.send('GET', '/v1/monitors/');
    expect(data.monitors).toMatchObject([
      { name: 'up', status: 'up', lastPingAt: at(50) },
      { name: 'down', status: 'down', explanation: expect.stringContaining('missed its deadline') },
      { name: 'new', status: 'new' },
    ]);
    const incidents = await api.send('GET', '/v1/incidents/');
    expect(incidents.data.incidents).toMatchObject([{ reason: 'missed', openedAt: at(29), closedAt: null }]);
    const outbox = await listOutbox(api.store, 0, 10);
    expect(outbox.map(({ kind }) => kind).toSorted()).toEqual(['down', 'up']);
    expect(await api.store.findNextAlertAt()).toBeNull();
    const monitors = (await api.store.listMonitors(api.owner.teamID, {})).map((row) => row.read());
    await api.ping(monitors[1]?.shortID ?? '', 'end');
    const recovered = await api.send('GET', '/v1/incidents/');
    expect(recovered.data.incidents).toMatchObject([{ closedBy: 'recovered' }]);
    expect(await api.store.findNextWakeAt()).toBe(api.clock.time + 30 * 60_000 + 1);
  });

  test('is in the audit log with its counts, but without ping IDs', async () => {
    const api = await openAPI();
    await run(api, apply(CHECK));
    const [entry] = await api.store.listAudit(api.owner.teamID, { limit: 10 });
    expect(entry).toMatchObject({
      action: 'monitors.import',
      details: { source: 'healthchecks', created: 1, existing: 0, leftOut: 0, keys: [], names: ['Dump'] },
    });
    expect(JSON.stringify(entry)).not.toContain(UUID);
  });

  test('a ping ID of another team refuses everything, and reveals nothing about that team', async () => {
    const api = await openAPI();
    const other = await api.addTeam('Other');
    await run(api, apply(CHECK), { as: other });
    const refused = await run(
      api,
      apply({ ...CHECK, uuid: UUID.toUpperCase() }, { ...CHECK, name: 'B', uuid: undefined }),
    );
    expect(refused).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('collide: Dump.') },
    });
    expect(refused.text).not.toContain('Other');
    expect(await api.store.listMonitors(api.owner.teamID, {})).toEqual([]);
    const skipping = { ...apply(CHECK, { ...CHECK, name: 'B', uuid: undefined }), skipCollisions: true };
    expect((await run(api, skipping)).data.import).toMatchObject({ counts: { create: 1, collision: 1 } });
    expect(await api.store.listMonitors(api.owner.teamID, {})).toHaveLength(1);
  });

  test('more monitors than the allowance leaves create none', async () => {
    const api = await openAPI({ allowance: 2 });
    await api.create();
    const checks = [CHECK, { ...CHECK, name: 'B', uuid: undefined }];
    expect(await run(api, apply(...checks))).toMatchObject({
      status: 403,
      error: { code: 'allowance_used_up' },
    });
    expect(await api.store.listMonitors(api.owner.teamID, {})).toHaveLength(1);
  });

  test('uses the named project, and another team’s project is unknown', async () => {
    const api = await openAPI();
    const { data } = await api.send('POST', '/v1/projects/', { json: { name: 'db' } });
    const projectShortID = (data.project as { shortID: string }).shortID;
    await run(api, { ...apply(CHECK), projectShortID });
    const [monitor] = await api.store.listMonitors(api.owner.teamID, {});
    expect(monitor?.read().projectShortID).toBe(projectShortID);
    const other = await api.addTeam('Other');
    expect(await run(api, { ...apply(CHECK), projectShortID }, { as: other })).toMatchObject({ status: 404 });
  });

  test('channels of Uptime Kuma are created with sealed settings, and monitors use them', async () => {
    const api = await openAPI();
    const config = JSON.stringify({ type: 'webhook', webhookURL: 'https://hooks.example.com/secret-path' });
    const backup = {
      notificationList: [{ id: 1, name: 'Hook', config }],
      monitorList: [
        {
          id: 2,
          name: 'Push',
          type: 'push',
          interval: 60,
          pushToken: 'aBcDeFgH12',
          notificationIDList: { 1: true },
        },
      ],
    };
    const response = await run(api, {
      source: 'uptime-kuma',
      files: [{ text: JSON.stringify(backup) }],
      dryRun: false,
    });
    expect(response.data.import).toMatchObject({
      channels: [{ name: 'Hook', type: 'webhook', outcome: 'create' }],
    });
    expect(response.text).not.toContain('secret-path');
    const [channel] = await api.store.channels.list(api.owner.teamID);
    expect(channel).toMatchObject({ name: 'Hook', type: 'webhook', isDefault: false });
    expect(channel?.settings).not.toContain('secret-path');
    const [monitor] = await api.store.listMonitors(api.owner.teamID, {});
    expect(monitor?.read()).toMatchObject({
      pingID: 'aBcDeFgH12',
      details: { alerting: { channels: [channel?.shortID] } },
    });
  });

  test.each([
    [{ source: 'healthchecks' }, 422, 'nothing to import'],
    [{ source: 'healthchecks', files: [{ text: '{' }] }, 422, "isn't JSON"],
    [{ source: 'uptime-kuma', account: { key: 'x' } }, 422, 'exported file'],
    [{ source: 'nagios' }, 422, ''],
    [{ source: 'crontab', files: [{ text: '' }], timezone: 'Mars/Base' }, 422, ''],
  ])('%j is refused', async (json, status, message) => {
    const api = await openAPI();
    expect(await run(api, json)).toMatchObject({
      status,
      error: { message: expect.stringContaining(message) },
    });
  });
});

describe('keys of the other service', () => {
  const PING_KEY = 'aBcDeFgHiJkLmNoPqRs-_1';
  const API_KEY = `${'k'.repeat(31)}_`;
  const request: Request = async ({ url }) => ({
    status: 200,
    headers: {},
    body: JSON.stringify(url.endsWith('/channels/') ? { channels: [] } : { checks: [CHECK] }),
  });
  const keeping = {
    source: 'healthchecks',
    account: { key: API_KEY },
    keepKey: true,
    pingKey: PING_KEY,
    dryRun: false,
  };

  test('keys stay valid in the project, and only their hashes are stored', async () => {
    const api = await openAPI({ importRequest: request });
    const response = await run(api, keeping);
    expect(response.data.import).toMatchObject({
      keys: [
        { kind: 'ping', name: 'Ping key of Healthchecks', outcome: 'create' },
        { kind: 'read_write', name: 'API key of Healthchecks', outcome: 'create' },
      ],
    });
    expect(response.text).not.toContain(PING_KEY);
    const project = await findDefaultProject(api.store, api.owner.teamID);
    expect(await api.store.projectKeys.findInAnyTeam(hashToken(PING_KEY))).toMatchObject({
      kind: 'ping',
      projectID: project.id,
      createdBy: expect.stringMatching(/./),
    });
    const match = await api.store.slugs.find({ keyHash: hashToken(PING_KEY), slug: 'dump' }, 0);
    expect(match?.monitors).toMatchObject([{ pingID: UUID }]);
    const again = await run(api, keeping);
    expect(again.data.import).toMatchObject({ keys: [{ outcome: 'exists' }, { outcome: 'exists' }] });
  });

  test('a Sentry DSN is kept as its public key', async () => {
    const api = await openAPI();
    const publicKey = '0123456789abcdef'.repeat(2);
    const files = [{ text: '[]' }];
    await run(api, {
      source: 'sentry',
      files,
      pingKey: `https://${publicKey}@o1.ingest.sentry.io/42`,
      dryRun: false,
    });
    expect(await api.store.projectKeys.findInAnyTeam(hashToken(publicKey))).toMatchObject({ kind: 'ping' });
  });

  test('a key of another team collides without a hint about that team', async () => {
    const api = await openAPI({ importRequest: request });
    const other = await api.addTeam('Other');
    await run(api, keeping, { as: other });
    const refused = await run(api, {
      source: 'crontab',
      files: [{ text: '@daily x' }],
      pingKey: PING_KEY,
      dryRun: false,
    });
    expect(refused).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('Ping key of crontab') },
    });
    expect(refused.text).not.toContain('Other');
    expect(await api.store.listMonitors(api.owner.teamID, {})).toEqual([]);
  });

  test('keys need a fresh sign-in, unlike other imports', async () => {
    const api = await openAPI({ importRequest: request });
    const headers = { ...(await api.sessionOf(api.owner)), Origin: BASE_URL };
    api.clock.time += 11 * 60_000;
    const send = (json: object) => run(api, json, { as: null, headers });
    expect(await send(keeping)).toMatchObject({ status: 403, error: { code: 'fresh_sign_in_required' } });
    expect((await send({ ...keeping, keepKey: false, pingKey: undefined })).status).toBe(200);
  });

  test.each([
    [{ pingKey: 'short' }, 'The ping key can’t be kept'],
    [
      {
        source: 'sentry',
        account: { key: 'x', organization: 'acme' },
        keepKey: true,
        files: [{ text: '[]' }],
      },
      'Only an API key of Healthchecks',
    ],
  ])('%j is refused', async (more, message) => {
    const api = await openAPI({ importRequest: request });
    const { pingKey: _pingKey, ...rest } = keeping;
    expect(await run(api, { ...rest, ...more })).toMatchObject({
      status: 422,
      error: { message: expect.stringContaining(message) },
    });
  });
});

describe('an account of the service', () => {
  /** Simulates a service with responses by path. */
  function serviceOf(responses: Readonly<Record<string, object>>): {
    readonly request: Request;
    readonly asked: OutboundRequest[];
  } {
    const asked: OutboundRequest[] = [];
    return {
      asked,
      async request(request) {
        asked.push(request);
        const found = responses[request.url];
        const { headers = {}, ...body } = (found ?? {}) as { headers?: Record<string, string> };
        return {
          status: found === undefined ? 404 : 200,
          headers,
          body: JSON.stringify('list' in body ? body.list : body),
        };
      },
    };
  }

  test('Healthchecks: checks and channels are read with the key only in a header', async () => {
    const { request, asked } = serviceOf({
      'https://hc.example.com/api/v1/channels/': { channels: [{ id: 'a', name: 'Ops', kind: 'slack' }] },
      'https://hc.example.com/api/v1/checks/': { checks: [{ ...CHECK, channels: 'a' }] },
    });
    const api = await openAPI({ importRequest: request });
    const account = { key: 'k'.repeat(32), url: 'https://hc.example.com/' };
    const response = await run(api, { source: 'healthchecks', account });
    expect(response.data.import).toMatchObject({
      counts: { create: 1 },
      channels: [{ name: 'Ops', outcome: 'left_out' }],
    });
    expect(asked.map(({ url }) => url)).toEqual([
      'https://hc.example.com/api/v3/channels/',
      'https://hc.example.com/api/v1/channels/',
      'https://hc.example.com/api/v1/checks/',
      'https://hc.example.com/api/v1/badges/',
    ]);
    expect(asked.every(({ headers }) => headers?.['x-api-key'] === account.key)).toBe(true);
  });

  test('Healthchecks: a read-only key, which may not list channels, stays read-only', async () => {
    const { uuid: _, ...readOnly } = CHECK;
    const request: Request = async ({ url }) =>
      url.endsWith('/channels/')
        ? { status: 401, headers: {}, body: '{"error":"wrong api key"}' }
        : { status: 200, headers: {}, body: JSON.stringify({ checks: [{ ...readOnly, unique_key: 'a' }] }) };
    const api = await openAPI({ importRequest: request });
    const account = { key: 'r'.repeat(32) };
    const response = await run(api, { source: 'healthchecks', account, keepKey: true });
    expect(response.data.import).toMatchObject({ keys: [{ kind: 'read', outcome: 'create' }] });
  });

  test('Healthchecks: past runs become events and runs without a status change, an alert or an expected run', async () => {
    const base = 'https://healthchecks.io/api/v3';
    const ping = (type: string, minute: number, more: object = {}) => ({
      type,
      date: `2026-11-21T07:0${minute}:00+00:00`,
      ...more,
    });
    const { request } = serviceOf({
      [`${base}/channels/`]: { channels: [] },
      [`${base}/checks/`]: { checks: [CHECK] },
      [`${base}/checks/${UUID}/pings/`]: {
        pings: [
          ping('fail', 3, { n: 3, body_url: 'https://elsewhere.example/', ua: 'curl/8', method: 'POST' }),
          ping('success', 2, { n: 2, duration: 1.5, body_url: 'https://elsewhere.example/' }),
          ping('start', 1, { n: 1, body_url: 'https://elsewhere.example/' }),
        ],
      },
      // The body of ping 2 was deleted after the list was read.
      [`${base}/checks/${UUID}/pings/3/body`]: { list: 'exit 1' },
    });
    const api = await openAPI({ importRequest: request });
    const account = { key: 'key', history: true };
    const response = await run(api, { source: 'healthchecks', account, dryRun: false });
    expect(response.data.import).toMatchObject({ items: [{ pastRuns: 2 }] });
    const [listed] = await api.store.listMonitors(api.owner.teamID, {});
    const monitor = listed?.read();
    expect(monitor?.state).toMatchObject({
      hasReported: false,
      nextExpectedAt: null,
      eventCount: 2,
      runCount: 2,
    });
    const runs = await api.store.listRuns(monitor?.id ?? 0, { limit: 10 });
    expect(runs.map(({ state, durationMs }) => [state, durationMs])).toEqual([
      ['failed', null],
      ['succeeded', 1500],
    ]);
    expect(await api.store.listTransitions(monitor?.id ?? 0, { limit: 10 })).toEqual([]);
    expect(await api.store.listEvents(monitor?.id ?? 0, { limit: 10 })).toMatchObject([
      { type: 'fail', bodySize: 8, request: { method: 'POST', userAgent: 'curl/8' } },
      { type: 'end', bodySize: 0 },
    ]);
    const body = await api.store.findEventBody(monitor?.id ?? 0, 2);
    expect(new TextDecoder().decode(body ?? undefined)).toBe('"exit 1"');
    await api.ping(monitor?.shortID ?? '', 'end');
    expect((await api.store.listRuns(monitor?.id ?? 0, { limit: 10 })).map(({ seq }) => seq)).toEqual([
      3, 2, 1,
    ]);
  });

  describe('Healthchecks: flips', () => {
    const base = 'https://healthchecks.io/api/v3';
    const flip = (time: string, up: number) => ({ timestamp: `2026-11-21T${time}:00+00:00`, up });
    const importing = async (check: object, more: object) => {
      const { request } = serviceOf({
        [`${base}/channels/`]: { channels: [] },
        [`${base}/checks/`]: { checks: [{ ...CHECK, ...check }] },
        [`${base}/checks/${UUID}/pings/`]: { pings: [] },
        [`${base}/checks/${UUID}/flips/`]: { flips: [flip('07:30', 1), flip('07:00', 0), flip('06:00', 1)] },
      });
      const api = await openAPI({ importRequest: request });
      const json = { source: 'healthchecks', account: { key: 'key', history: true }, dryRun: false, ...more };
      expect((await run(api, json)).data.import).toMatchObject({ items: [{ pastTransitions: 3 }] });
      const [listed] = await api.store.listMonitors(api.owner.teamID, {});
      const monitor = listed?.read();
      const path = `/v1/monitors/${monitor?.shortID}/transitions/`;
      const changes = async () => {
        const { data } = await api.send('GET', path);
        return (data.transitions as { from: string; to: string; reason: string }[]).map(
          ({ from, to, reason }) => `${from} ${to} ${reason}`,
        );
      };
      return { api, json, changes, monitorID: monitor?.id ?? 0, shortID: monitor?.shortID ?? '' };
    };
    const past = ['down up imported', 'up down imported', 'new up imported'];

    test('flips become transitions without alerts and incidents, and a second import adds none', async () => {
      const { api, json, changes } = await importing(
        { last_ping: '2026-11-21T08:00:00+00:00' },
        { continueStatus: true },
      );
      expect(await changes()).toEqual(past);
      await run(api, json);
      expect(await changes()).toEqual(past);
      expect((await api.send('GET', '/v1/incidents/')).data.incidents).toEqual([]);
      expect(await api.store.findNextAlertAt()).toBeNull();
    });

    test('flips end with the change that opens the incident of a monitor that is down', async () => {
      const { api, changes } = await importing(
        { status: 'down', last_ping: '2026-11-21T06:30:00+00:00' },
        { continueStatus: true },
      );
      // The deadline at 07:31 is after the last flip, so the missed run adds a change.
      expect(await changes()).toEqual(['up down missed', ...past]);
      expect((await api.send('GET', '/v1/incidents/')).data.incidents).toMatchObject([{ reason: 'missed' }]);
    });

    test('the flips of a monitor that waits for its first ping end with new, which the Management API leaves out', async () => {
      const { api, changes, monitorID, shortID } = await importing({}, {});
      expect(await changes()).toEqual(['up new imported', ...past]);
      await api.ping(shortID, 'end');
      expect(await changes()).toEqual(['new up reported', 'up new imported', ...past]);
      const listed = await api.store.listTransitions(monitorID, { limit: 10 });
      expect(flipsOf(listed).map(({ isUp }) => isUp)).toEqual([true, false, true]);
    });
  });

  test('an import after its dry run asks the service only once, unless it continues with the status', async () => {
    const { request, asked } = serviceOf({
      'https://healthchecks.io/api/v3/channels/': { channels: [] },
      'https://healthchecks.io/api/v3/checks/': { checks: [CHECK] },
      'https://healthchecks.io/api/v3/badges/': { badges: {} },
    });
    const api = await openAPI({ importRequest: request });
    const json = { source: 'healthchecks', account: { key: 'key' } };
    await run(api, { ...json, continueStatus: true });
    expect(asked).toHaveLength(3);
    expect((await run(api, { ...json, continueStatus: true, dryRun: false })).status).toBe(200);
    expect(asked).toHaveLength(6);
    await run(api, json);
    expect(asked).toHaveLength(9);
    expect((await run(api, { ...json, dryRun: false })).data.import).toMatchObject({ counts: { exists: 1 } });
    expect(asked).toHaveLength(9);
  });

  test('a third simultaneous import of a team is refused', async () => {
    const answered = Promise.withResolvers<never>();
    const api = await openAPI({ importRequest: () => answered.promise });
    const json = { source: 'better-stack', account: { key: 'key' } };
    const running = [run(api, json), run(api, json)];
    const third = await run(api, json);
    expect(third).toMatchObject({
      status: 429,
      error: { code: 'rate_limited', message: expect.stringContaining('Wait until one of them ends') },
    });
    answered.reject(new OutboundError('x refused the connection.'));
    for (const { status } of await Promise.all(running)) expect(status).toBe(503);
  });

  test('Better Stack: all pages are read, except pages on another server', async () => {
    const heartbeat = {
      attributes: {
        name: 'H',
        period: 60,
        grace: 0,
        url: 'https://x/api/v1/heartbeat/abcd1234abcd1234abcd1234',
      },
    };
    const first = 'https://uptime.betterstack.com/api/v2/heartbeats?per_page=250';
    const second = 'https://uptime.betterstack.com/api/v2/heartbeats?page=2';
    const { request, asked } = serviceOf({
      [first]: { data: [heartbeat], pagination: { next: second } },
      [second]: { data: [], pagination: { next: 'https://evil.example/' } },
    });
    const api = await openAPI({ importRequest: request });
    const response = await run(api, { source: 'better-stack', account: { key: 'key' } });
    expect(response).toMatchObject({
      status: 503,
      error: { message: expect.stringContaining('another server') },
    });
    expect(asked.map(({ url }) => url)).toEqual([first, second]);
  });

  test('a service that can’t be reached, refuses the key, or answers with another form is named', async () => {
    const json = { source: 'better-stack', account: { key: 'key' } };
    const answering = async (request: Request) => run(await openAPI({ importRequest: request }), json);
    const unreachable = await answering(() => Promise.reject(new OutboundError('x refused the connection.')));
    expect(unreachable).toMatchObject({ status: 503, error: { message: 'x refused the connection.' } });
    const refused = await answering(async () => ({ status: 401, headers: {}, body: '' }));
    expect(refused).toMatchObject({
      status: 422,
      error: { message: expect.stringContaining('refused the key') },
    });
    const other = await answering(async () => ({ status: 200, headers: {}, body: '{"items":[]}' }));
    expect(other).toMatchObject({
      status: 503,
      error: { message: expect.stringContaining('unexpected format') },
    });
  });

  test('Sentry: pages are read by the Link header', async () => {
    const monitor = (slug: string) => ({ slug, config: { schedule_type: 'crontab', schedule: '@daily' } });
    const first = 'https://sentry.io/api/0/organizations/acme/monitors/?per_page=100';
    const next = `${first}&cursor=0:100:0`;
    const link = `<${first}>; rel="previous"; results="false", <${next}>; rel="next"; results="true"; cursor="0:100:0"`;
    const { request } = serviceOf({
      [first]: { list: [monitor('a')], headers: { link } },
      [next]: { list: [monitor('b')] },
    });
    const api = await openAPI({ importRequest: request });
    const response = await run(api, { source: 'sentry', account: { key: 'key', organization: 'acme' } });
    expect(response.data.import).toMatchObject({ items: [{ slug: 'a' }, { slug: 'b' }] });
  });

  test('Sentry: check-ins become past runs, except for monitors with several environments', async () => {
    const base = 'https://sentry.io/api/0/organizations/acme/monitors/';
    const config = { schedule_type: 'crontab', schedule: '@daily' };
    const checkIn = (status: string, day: number, duration: number | null = null) => ({
      id: '4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f45',
      environment: 'production',
      status,
      duration,
      dateCreated: `2026-10-0${day}T02:00:00.000Z`,
    });
    const checkIns = [
      checkIn('in_progress', 5),
      checkIn('timeout', 4, 1_800_000),
      checkIn('missed', 3),
      checkIn('error', 2, 4000),
      checkIn('ok', 1, 3000),
    ];
    const { request } = serviceOf({
      [`${base}?per_page=100`]: {
        list: [
          { slug: 'a', config },
          { slug: 'b', config, environments: [{ name: 'production' }, { name: 'staging' }] },
        ],
      },
      [`${base}a/checkins/?per_page=100`]: { list: checkIns },
      [`${base}b/checkins/?per_page=100`]: { list: checkIns },
    });
    const api = await openAPI({ importRequest: request });
    const account = { key: 'key', organization: 'acme', history: true };
    const response = await run(api, { source: 'sentry', account, dryRun: false });
    expect(response.data.import).toMatchObject({
      items: [
        { slug: 'a', pastRuns: 3 },
        { slug: 'b', pastRuns: 0 },
      ],
    });
    const { monitors } = (await api.send('GET', '/v1/monitors/?q=a')).data;
    const [first] = z.array(z.looseObject({ shortID: z.string() })).parse(monitors);
    const { data } = await api.send('GET', `/v1/monitors/${first?.shortID}/runs/`);
    expect(data.runs).toMatchObject([
      { state: 'failed', endedAt: '2026-10-04T02:30:00.000Z', duration: 1800 },
      { state: 'failed', endedAt: '2026-10-02T02:00:04.000Z', duration: 4 },
      { state: 'succeeded', startedAt: '2026-10-01T02:00:00.000Z', endedAt: '2026-10-01T02:00:03.000Z' },
    ]);
  });

  test('Cronitor: pages are read until an empty page', async () => {
    const url = (page: number) => `https://cronitor.io/api/monitors?page=${page}`;
    const monitor = (key: string) => ({ key, type: 'job', schedule: '@daily' });
    const { request, asked } = serviceOf({
      [url(1)]: { monitors: [monitor('a')] },
      [url(2)]: { monitors: [monitor('b')] },
      [url(3)]: { monitors: [] },
    });
    const api = await openAPI({ importRequest: request });
    const response = await run(api, { source: 'cronitor', account: { key: 'key' } });
    expect(response.data.import).toMatchObject({ counts: { create: 2 } });
    expect(asked[0]?.headers).toEqual({ authorization: `Basic ${Buffer.from('key:').toString('base64')}` });
  });
});
