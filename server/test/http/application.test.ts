import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { createApplication } from '../../src/http/application.ts';
import { createMetrics } from '../../src/metrics.ts';
import { systemRandom } from '../../src/random.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { LogLine } from './api.ts';
import { createTestCatalog } from './test-catalog.ts';

/** All but the pings, over a database that can't be reached. */
async function openApplication(broken: { readonly renderMetrics?: boolean } = {}) {
  const result = readConfig({});
  if (!result.ok) throw new Error(result.problems.join());
  const store = await openSqliteStore({ file: ':memory:', newID: () => '' });
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
    store,
    clock: systemClock,
    random: systemRandom,
    log: { debug: log, info: log, warn: log, error: log },
    metrics: broken.renderMetrics === true ? { ...metrics, render: () => fail() } : metrics,
    baseURL: 'https://overdue.example.com',
    wake() {},
    catalog: createTestCatalog('https://overdue.example.com').catalog,
    wakeNotify() {},
    refreshStatusCount: () => store.countStatuses(0, 0, 1).then(() => {}),
  });
  return { app, logged };
}

function fail(): never {
  throw new Error('a defect at /ping/Zk3vQ9mB7xW2nR5tY8pL1c');
}

test('without the database, metrics are given all the same', async () => {
  const { app, logged } = await openApplication();
  const response = await app.request('/metrics');
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('overdue_pings_total');
  expect(logged).toMatchObject([
    { message: 'The monitors could not be counted: the metrics hold the last count.' },
  ]);
});

test('a defect outside the API is told in the envelope, and its text to the log alone', async () => {
  const { app, logged } = await openApplication({ renderMetrics: true });
  const response = await app.request('/metrics');
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ success: false, data: { error: { code: 'internal' } } });
  expect(text).not.toContain('a defect');
  expect(logged.at(-1)).toMatchObject({ message: 'A request failed.' });
});
