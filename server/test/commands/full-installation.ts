import { Hono } from 'hono';
import { z } from 'zod';
import { createSignIn } from '../../src/accounts/endpoints/sign-in.ts';
import { importMonitors } from '../../src/configuration/import-monitors.ts';
import { createChosenPingIDs } from '../../src/platform/http/chosen-ping-ids.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { findDefaultProject } from '../../src/projects/contract.ts';
import { createV1 } from '../../src/serve/api.ts';
import { ENDPOINTS } from '../../src/serve/endpoints.ts';
import type { Store } from '../../src/store/store.ts';
import { openAuthenticator } from '../accounts/authenticator.ts';
import { openBrowser } from '../accounts/browser.ts';
import { type Caller, makeTeam } from '../callers.ts';
import { createTestAccounts } from '../http/test-accounts.ts';
import { createTestCatalog, TEST_SEALED_CHECKS } from '../http/test-catalog.ts';
import { createTestLive } from '../http/test-live.ts';
import { createTestPush } from '../http/test-push.ts';
import { claim, ended, planDeliveries } from '../store/suite/alert-fixtures.ts';
import { FAILED_CHECK } from '../store/suite/checks.ts';
import {
  applyOne,
  command,
  createBlindWindow,
  DAY,
  HOUR,
  MINUTE,
  makeMonitor,
  NOON,
  newMember,
  ping,
} from '../store/suite/fixtures.ts';

const BASE_URL = 'https://overdue.example.com';

/** Opens the API over a store, as the owner of a token. */
export function apiOver(store: Store, { token }: Caller) {
  const app = createV1(ENDPOINTS, {
    store,
    clock: { now: () => NOON + 2 * DAY, monotonic: () => 0, after: () => () => {} },
    random: systemRandom,
    sealedChecks: TEST_SEALED_CHECKS,
    log: { warn() {}, error() {} },
    baseURL: BASE_URL,
    isBaseURLSet: true,
    allowance: 1000,
    teamCreation: 'anyone',
    mailPingHost: '',
    allowsPrivateAddresses: false,
    apiRate: { perSecond: 0, burst: 0 },
    wakeWatchdog() {},
    catalog: createTestCatalog(BASE_URL).catalog,
    push: createTestPush(store),
    wakeNotifier() {},
    live: createTestLive(store),
    mailInvitation: null,
    importRequest: () => Promise.reject(new Error('No request is expected.')),
    accounts: createTestAccounts(store),
    version: '1.2.3',
    remoteAddress: () => '192.0.2.1',
    chosenPingIDs: createChosenPingIDs({ monotonic: () => 0 }),
  });
  return async (method: string, path: string, json?: unknown): Promise<string> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = json === undefined ? null : JSON.stringify(json);
    const response = await app.request(path, { method, headers, body });
    const text = await response.text();
    if (response.status >= 300 && response.status !== 404) throw new Error(`${method} ${path}: ${text}`);
    return `${response.status} ${text}`;
  };
}

/**
 * Fills a store with all kinds of data.
 * @returns the owner of the team
 */
export async function fill(store: Store): Promise<Caller> {
  const owner = await makeTeam(store, 'Acme', NOON);
  const { teamID } = owner;
  await store.saveKeyCheck('sealed', { replaces: false });
  await makeTeam(store, 'Other', NOON);
  await store.addMember(teamID, newMember('bob', { role: 'viewer' }));
  const { id: projectID, shortID: projectShortID } = await findDefaultProject(store, teamID);
  const send = apiOver(store, owner);
  await send('POST', '/v1/channels/', {
    type: 'webhook',
    name: 'Ünïcode ✓ "hook" \\ \' {}',
    settings: { url: 'https://example.com/hook', secret: 'a long secret' },
    isDefault: true,
    subscriptions: ['down', 'recovered', 'report_weekly'],
  });
  await send('POST', '/v1/projects/', { name: 'Backups' });
  await send('POST', `/v1/projects/${projectShortID}/keys/`, { kind: 'ping', name: 'cron' });
  await send('POST', '/v1/maintenance/', {
    name: 'nightly',
    cron: '0 2 * * *',
    timezone: 'Europe/Riga',
    duration: 1800,
  });
  await send('POST', '/v1/views/', { name: 'Databases', tags: ['db'], group: 'project', shared: true });
  await send('POST', '/v1/views/', { name: 'Mine', statuses: ['down'] });
  await send('POST', '/v1/invitations/', { role: 'viewer', email: 'dora@example.com' });
  await send('POST', '/v1/shares/', { kind: 'badge', title: 'All', scope: { kind: 'team' } });
  const [channel] = await store.channels.list(teamID, { afterID: 0, limit: 1 });
  if (channel === undefined) throw new Error('The channel was not made.');
  await send('POST', '/v1/escalations/', {
    name: 'on call',
    steps: [{ after: 3600, channels: [channel.shortID] }],
  });
  const rotations = [{ members: [owner.memberID], startsOn: '2026-11-20', handoverAt: '09:00' }];
  const onCall = await send('POST', '/v1/on-call/schedules/', { name: 'db', timezone: 'UTC', rotations });
  const shortID = /"shortID":"(\w+)"/.exec(onCall)?.[1];
  await send('POST', `/v1/on-call/schedules/${shortID}/overrides/`, {
    memberID: owner.memberID,
    startsAt: '2026-11-24T00:00:00Z',
    endsAt: '2026-11-25T00:00:00Z',
  });
  await send('PATCH', `/v1/on-call/contacts/${owner.memberID}/`, { channels: [channel.shortID] });
  await importMonitors(
    store,
    {
      teamID,
      monitors: [],
      channels: [],
      projectKeys: [],
      edits: [],
      legacyIDs: [{ kind: 'tag_badge', projectID, value: 'key/signature', tag: 'db' }],
    },
    { limits: { monitors: 1000, channels: 100 } },
  );
  await store.managed.create({
    teamID,
    resourceID: channel.shortID,
    file: 'production',
    kind: 'channel',
    key: 'ops',
  });
  const make = async (name: string, forwardTo = '') =>
    (await makeMonitor(store, { teamID, projectID, name, forwardTo })).id;
  const [busy, down, missed, open, gone] = [
    await make('busy', 'https://hc-ping.com/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278'),
    await make('down, and "quoted" {,} \\N NULL'),
    await make('missed'),
    await make('open'),
    await make('gone'),
  ];
  await send('POST', '/v1/monitors/', {
    name: 'website',
    kind: 'http',
    url: 'https://example.com/',
    check: { headers: { 'X-Key': 'a secret of a header' } },
  });
  const [due] = await store.listDueChecks({ until: NOON + 300 * DAY, shards: null, limit: 1 });
  if (due === undefined) throw new Error('There is no check.');
  const { monitorID: website, slot } = due;
  await applyOne(
    store,
    command(website, { kind: 'check', at: slot + 40, slot, startedAt: slot, result: FAILED_CHECK }),
  );
  const body = (text: string) => ({ request: { body: Buffer.from(text), userAgent: 'curl\t"8"\\x00' } });
  for (let hour = 0; hour < 30; hour += 1) {
    await store.apply([
      ping(busy, 'start', NOON + hour * HOUR, { rid: `run-${hour}` }),
      ping(busy, hour % 7 === 3 ? 'fail' : 'end', NOON + hour * HOUR + MINUTE, {
        rid: `run-${hour}`,
        warnings: ['duration was ignored.'],
        ...body(`log of ${hour}\n\0\xff`),
      }),
    ]);
  }
  await applyOne(store, ping(down, 'fail', NOON + MINUTE, body('x')));
  await applyOne(store, ping(missed, 'ping', NOON));
  await applyOne(store, command(missed, { kind: 'deadline', at: NOON + 3 * HOUR }));
  await applyOne(store, ping(open, 'start', NOON));
  await applyOne(store, ping(gone, 'fail', NOON));
  await planDeliveries(store, [channel.id], { expiresAt: NOON + 300 * DAY });
  const claimed = await claim(store, NOON + 2 * HOUR);
  const busyReceiver = { outcome: 'failed', status: 503, answer: 'Busy', nextAt: NOON + DAY } as const;
  await store.recordAttempts(
    claimed.map((delivery, index) => ended(delivery, NOON + 2 * HOUR, index === 0 ? {} : busyReceiver)),
  );
  const [incident] = await store.listIncidents(teamID, { state: 'open', limit: 1 });
  if (incident === undefined) throw new Error('There is no incident.');
  await store.changeIncident(incident, {
    kind: 'acknowledge',
    at: NOON + 2 * HOUR,
    by: 'ada',
    note: 'I look at it.',
  });
  const note = { noteID: 'note-1', at: NOON + 2 * HOUR, author: 'ada', text: 'It was the disk.' };
  await store.changeIncident(incident, { kind: 'add_note', note, max: 10 });
  await store.deleteMonitors([gone], NOON + 3 * HOUR);
  const window = await createBlindWindow(store, NOON + 40 * HOUR, NOON + 42 * HOUR);
  await store.apply([busy, open].map((id) => command(id, { kind: 'blind_window', at: window.to, window })));
  await store.settleBlindWindow(window.id, window.to);
  await store.raiseAlerts({ kind: 'reports', period: 'weekly', from: NOON, to: NOON + HOUR }, NOON + DAY);
  await fillAccounts(store);
  return owner;
}

async function fillAccounts(store: Store): Promise<void> {
  const browser = openBrowser((path, init) => site.request(path, init), BASE_URL);
  const accounts = createTestAccounts(store);
  const site = new Hono({ strict: false });
  const parts = {
    log: { info() {}, error() {} },
    random: systemRandom,
    baseURL: BASE_URL,
    remoteAddress: () => '192.0.2.1',
    chosenPingIDs: createChosenPingIDs({ monotonic: () => 0 }),
  };
  site.route('/', createSignIn({ accounts, live: { accessChanged: async () => {} }, ...parts }));
  const password = 'a password for copies';
  const person = newMember('carol', { passwordHash: await accounts.hashPassword(password) });
  const team = {
    teamID: 'team-carol',
    name: 'Carol',
    slug: 'carol',
    projectShortID: 'carol',
    createdAt: NOON,
  };
  // Creates the same row as the first set-up in a browser.
  const first = await store.createTeam(team, person, { isFirst: true });
  if (first.outcome === 'not_first') await store.createTeam(team, person);
  await store.pushDevices.change({
    kind: 'add',
    device: {
      id: 'device-carol',
      userID: person.userID,
      sessionID: null,
      name: 'Ünïcode phone',
      subscription: 'sealed',
      addressHash: 'hash',
      createdAt: NOON,
    },
    max: 1,
  });
  await store.programLogins.open(
    {
      unreceivedHash: 'unreceived',
      tokenPrefix: 'ovd_abcd',
      userCodeHash: 'code',
      hostName: 'Ünïcode host',
      remoteAddress: '192.0.2.1',
      scope: 'write',
      createdAt: NOON,
      expiresAt: NOON + 600_000,
      intervalSeconds: 5,
      polledAt: NOON,
      decision: 'pending',
    },
    { max: 1, totalMax: 1 },
  );
  const post = (path: string, json: object) => browser.send('POST', `/auth${path}`, json);
  await post('/sign-in/email', { email: person.email, password: 'a wrong one' });
  await post('/sign-in/email', { email: person.email, password });
  const { data } = await browser.send('GET', '/auth/passkey/generate-register-options');
  const response = openAuthenticator(BASE_URL).create(z.record(z.string(), z.unknown()).parse(data.options));
  await post('/passkey/verify-registration', { response, name: 'Ünïcode key' });
  await post('/two-factor/enable', {});
  // Creates a pending challenge.
  await browser.send('GET', '/auth/passkey/generate-register-options');
}

/** Lists that are not paginated. */
const WHOLE_LISTS: ReadonlySet<string> = new Set([
  '/v1/maintenance/',
  '/v1/views/',
  '/v1/escalations/',
  '/v1/on-call/schedules/',
]);

const items = z.object({ data: z.record(z.string(), z.unknown()) });

/** Returns all responses of the API, by path: the pages of each list, and each resource in the list. */
export async function readAll(store: Store, owner: Caller): Promise<ReadonlyMap<string, string>> {
  const send = apiOver(store, owner);
  const responses = new Map<string, string>();
  async function read(path: string): Promise<Readonly<Record<string, unknown>>> {
    const text = await send('GET', path);
    responses.set(path, text);
    return text.startsWith('200 {') ? items.parse(JSON.parse(text.slice(4))).data : {};
  }
  /** @returns the values of `field` in all entries */
  async function list(path: string, field: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const data = await read(WHOLE_LISTS.has(path) ? path : `${path}?limit=7${cursor}`);
      for (const rows of Object.values(data).filter((value) => Array.isArray(value)))
        found.push(...rows.map((row) => String(row[field])));
      if (typeof data.nextCursor !== 'string') return found;
      cursor = `&cursor=${data.nextCursor}`;
    }
  }
  await read('/v1/team/');
  await list('/v1/tokens/', 'id');
  await read('/v1/on-call/contacts/');
  for (const [path, field] of [
    ['/v1/projects/', 'shortID'],
    ['/v1/channels/', 'shortID'],
    ['/v1/maintenance/', 'shortID'],
    ['/v1/views/', 'shortID'],
    ['/v1/escalations/', 'shortID'],
    ['/v1/on-call/schedules/', 'shortID'],
    ['/v1/incidents/', 'id'],
    ['/v1/deliveries/', 'key'],
  ] as const) {
    for (const name of await list(path, field)) await read(`${path}${encodeURIComponent(name)}/`);
  }
  for (const shortID of await list('/v1/monitors/', 'shortID')) {
    const monitor = `/v1/monitors/${shortID}/`;
    await read(monitor);
    await list(`${monitor}runs/`, 'id');
    for (const number of await list(`${monitor}events/`, 'number'))
      await read(`${monitor}events/${number}/body/`);
    for (const id of await list(`${monitor}transitions/`, 'id'))
      await read(`${monitor}transitions/${id}/alerts/`);
  }
  return responses;
}
