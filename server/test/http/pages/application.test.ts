import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../src/database/unavailable.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { createMetrics } from '../../../src/platform/metrics/metrics.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { newToken } from '../../../src/platform/security/token.ts';
import { createApplication } from '../../../src/serve/application.ts';
import { openEmptyStore } from '../../empty-store.ts';
import { createFakeClock } from '../../fake-clock.ts';
import type { LogLine } from '../api.ts';
import { createTestAccounts } from '../test-accounts.ts';
import { createTestCatalog, TEST_SEALED_CHECKS } from '../test-catalog.ts';
import { createTestLive } from '../test-live.ts';
import { createTestPush } from '../test-push.ts';

/** Opens the application without ping endpoints, over an unavailable database. */
async function openApplication(
  broken: { readonly renderMetrics?: boolean; readonly away?: boolean } = {},
  env: Readonly<Record<string, string>> = { API_RATE: '0' },
) {
  const result = readConfig(env);
  if (!result.ok) throw new Error(result.problems.join());
  const store = await openEmptyStore(() => '');
  await store.close();
  const metrics = createMetrics('test');
  metrics.stop();
  const logged: LogLine[] = [];
  const log = (fields: LogLine['fields'], message: string) => void logged.push({ fields, message });
  const unexpected = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => {
    expect(unexpected).not.toHaveBeenCalled();
    unexpected.mockRestore();
  });
  const app = createApplication({
    config: result.config,
    store:
      broken.away === true
        ? { ...store, authenticate: () => Promise.reject(new DatabaseUnavailable('gone')) }
        : store,
    clock: createFakeClock(0),
    random: systemRandom,
    log: { debug: log, info: log, warn: log, error: log },
    metrics: broken.renderMetrics === true ? { ...metrics, render: () => fail() } : metrics,
    baseURL: 'https://overdue.example.com',
    web: null,
    wakeWatchdog() {},
    catalog: createTestCatalog('https://overdue.example.com').catalog,
    sealedChecks: TEST_SEALED_CHECKS,
    push: createTestPush(store),
    sign: () => '',
    wakeNotifier() {},
    live: createTestLive(store),
    mailInvitation: null,
    importRequest: () => Promise.reject(new Error('No request is expected.')),
    accounts: createTestAccounts(store),
    version: '1.2.3',
    refreshStatusCount: () => store.countStatuses(0, 0, 1).then(() => {}),
    ingest: { route: () => 'storing', hasSpoolCapacity: () => false },
  });
  return { app, logged };
}

function fail(): never {
  throw new Error('a defect at /ping/Zk3vQ9mB7xW2nR5tY8pL1c');
}

test('metrics are served without the database', async () => {
  const { app, logged } = await openApplication();
  const response = await app.request('/metrics');
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('overdue_pings_total');
  expect(logged).toMatchObject([
    { message: "Couldn't count the monitors. The metrics keep the last count." },
  ]);
});

test('an error outside the API is answered in the envelope, and its text goes only to the log', async () => {
  const { app, logged } = await openApplication({ renderMetrics: true });
  const response = await app.request('/metrics');
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ success: false, data: { error: { code: 'internal' } } });
  expect(text).not.toContain('a defect');
  expect(logged.at(-1)).toMatchObject({ message: 'A request failed.' });
});

test('the API sends Retry-After while the database is away, and logs nothing', async () => {
  const { app, logged } = await openApplication({ away: true });
  const headers = { Authorization: `Bearer ${newToken(systemRandom).token}` };
  const response = await app.request('/v1/monitors/', { headers }, { incoming: { headers: {}, socket: {} } });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect(JSON.parse(await response.text())).toMatchObject({ data: { error: { code: 'unavailable' } } });
  expect(logged).toEqual([]);
});

const BROWSER = { Accept: 'text/html,*/*;q=0.8' };

test('unknown paths of programs are answered in the envelope for every caller', async () => {
  const { app } = await openApplication();
  for (const path of [
    '/v1/nothing',
    '/v1',
    '/auth/nothing/at/all',
    '/assets/gone.js',
    '/status',
    '/badge/',
  ]) {
    const response = await app.request(path, { headers: BROWSER });
    const text = await response.text();
    expect([path, response.status, text.slice(0, 17)]).toEqual([path, 404, '{"success":false,']);
  }
  const other = await app.request('/monitors', { method: 'POST', headers: BROWSER });
  expect(JSON.parse(await other.text())).toMatchObject({ data: { error: { code: 'not_found' } } });
});

test('the server’s own pages have their paths, and the application has all others', async () => {
  const { app } = await openApplication();
  const env = { incoming: { headers: {}, socket: {} } };
  const page = await app.request('/status/x', { headers: BROWSER }, env);
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('There is no such page')]);
  const calendar = await app.request('/calendar/x.ics', {}, env);
  expect([calendar.status, calendar.headers.get('Content-Type')]).toEqual([
    404,
    'text/calendar; charset=utf-8',
  ]);
  const application = await app.request('/monitors', { headers: BROWSER });
  expect([application.status, await application.text()]).toEqual([
    503,
    expect.stringContaining('The application is not built'),
  ]);
  expect(JSON.parse(await (await app.request('/')).text())).toMatchObject({
    data: { error: { code: 'unavailable' } },
  });
});

const METRICS_TOKEN = 'a-token-for-metrics-alone';

test.each([
  ['none', undefined, 401],
  ['another one', 'Bearer another-token-of-somebody', 401],
  ['another scheme', `Basic ${METRICS_TOKEN}`, 401],
  ['the token', `Bearer ${METRICS_TOKEN}`, 200],
])('metrics need the token if METRICS_TOKEN is set: %s', async (_, authorization, status) => {
  const { app } = await openApplication({}, { METRICS_TOKEN });
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const response = await app.request('/metrics', { headers });
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text.includes('overdue_pings_total')).toBe(status === 200);
  if (status === 401) expect(JSON.parse(text)).toMatchObject({ data: { error: { code: 'unauthorized' } } });
});

test.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'])(
  'without METRICS_TOKEN, a proxy that adds %s does not publish the metrics',
  async (name) => {
    const { app } = await openApplication();
    const response = await app.request('/metrics', { headers: { [name]: '203.0.113.7' } });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('overdue_pings_total');
  },
);

/** Returns the connection of a request, in the form in which the server passes it to the application. */
function from(remoteAddress: string, forwarded?: string) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { incoming: { socket: { remoteAddress }, headers } };
}

test.each(['/v1/openapi.json', '/v1/docs', '/auth/methods', '/unsubscribe/a/b', '/act/a'])(
  'requests for %s are limited by address, as API_RATE says',
  async (path) => {
    const { app } = await openApplication({}, { API_RATE: '0.5', TRUSTED_PROXIES: '10.0.0.1' });
    const ask = async (env: object) => (await app.request(path, {}, env)).status;
    for (let turn = 0; turn < 5; turn += 1) expect(await ask(from('192.0.2.1'))).not.toBe(429);
    const refused = await app.request(path, {}, from('192.0.2.1'));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('2');
    expect(await refused.json()).toMatchObject({ data: { error: { code: 'rate_limited' } } });
    expect(await ask(from('192.0.2.2'))).not.toBe(429);
    // Behind a proxy, the address of the client counts.
    for (let turn = 0; turn < 5; turn += 1) expect(await ask(from('10.0.0.1', '198.51.100.7'))).not.toBe(429);
    expect(await ask(from('10.0.0.1', '198.51.100.7'))).toBe(429);
    expect(await ask(from('10.0.0.1', '198.51.100.8'))).not.toBe(429);
  },
);

test.each([
  ['GET', '/v1/nothing'],
  ['GET', '/api/nothing'],
  ['POST', '/nothing'],
  ['PATCH', '/v1/monitors'],
  ['OPTIONS', '/v1/monitors'],
  ['OPTIONS', '/v1/docs'],
  ['OPTIONS', '/api/v3/checks/'],
  ['DELETE', '/api/v3/checks/'],
  ['OPTIONS', '/healthz'],
  ['GET', '/PING/Zk3vQ9mB7xW2nR5tY8pL1c'],
])('%s %s, which needs no sign-in, is limited by address', async (method, path) => {
  const { app } = await openApplication({}, { API_RATE: '0.5' });
  const ask = async (env: object) => (await app.request(path, { method }, env)).status;
  for (let turn = 0; turn < 5; turn += 1) expect(await ask(from('192.0.2.1'))).not.toBe(429);
  expect(await ask(from('192.0.2.1'))).toBe(429);
  expect(await ask(from('192.0.2.2'))).not.toBe(429);
});

test('files of the application have a higher limit, and health checks have none', async () => {
  const { app } = await openApplication({}, { API_RATE: '0.1' });
  const statuses = async (path: string) => {
    const found = new Set<number>();
    for (let turn = 0; turn < 11; turn += 1)
      found.add((await app.request(path, { headers: { Accept: 'text/html' } }, from('192.0.2.1'))).status);
    return [...found];
  };
  expect(await statuses('/monitors')).toEqual([503, 429]);
  expect(await statuses('/healthz')).toEqual([200]);
  expect(await statuses('/readyz')).not.toContain(429);
});

test.each([
  '/PING/Zk3vQ9mB7xW2nR5tY8pL1c',
  '/Ping/Zk3vQ9mB7xW2nR5tY8pL1c/start',
  '//ping/Zk3vQ9mB7xW2nR5tY8pL1c',
  '///PING//Zk3vQ9mB7xW2nR5tY8pL1c',
  '//Zk3vQ9mB7xW2nR5tY8pL1c',
])('a browser or job that opens %s, which is no ping URL, learns that nothing was recorded', async (path) => {
  const { app } = await openApplication();
  for (const accept of ['text/html', '*/*']) {
    const response = await app.request(`https://overdue.example.com${path}`, { headers: { accept } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      data: { error: { code: 'not_found', message: expect.stringMatching(/nothing was recorded/) } },
    });
  }
});

test('the application has no pages under the paths of other routes', async () => {
  const { app } = await openApplication();
  const prefixes = new Set(app.routes.map(({ path }) => path.split('/')[1] ?? ''));
  // Healthchecks serves its metrics below /projects/, where the application has pages.
  const withPages = new Set(['', '*', 'projects']);
  const prefixesOfRoutes = [...prefixes].filter((prefix) => !withPages.has(prefix));
  expect(prefixesOfRoutes).toContain('v1');
  for (const prefix of prefixesOfRoutes) {
    const response = await app.request(`/${prefix}/no/such/path/here`, { headers: { accept: 'text/html' } });
    expect([prefix, await response.text()]).not.toEqual([prefix, expect.stringContaining('not built')]);
  }
});
