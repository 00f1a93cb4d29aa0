import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Request } from '../../../src/platform/outbound/request.ts';
import { createRequestListener } from '../../../src/serve/request-listener.ts';
import { type API, BASE_URL, openAPI } from '../api.ts';

const LINES = { Accept: 'application/x-ndjson' };
const uuid = (index: number) => `6b8e4c1a-52fd-4c1e-9a3b-${String(index).padStart(12, '0')}`;
const CHECKS = [1, 2, 3].map((index) => ({
  name: `job ${index}`,
  uuid: uuid(index),
  timeout: 3600,
  grace: 60,
}));
const PING = { type: 'success', date: '2026-11-21T07:00:00+00:00' };

const healthchecks: Request = async ({ url }) => {
  const body = url.endsWith('/checks/')
    ? { checks: CHECKS }
    : url.endsWith('/pings/')
      ? { pings: [PING] }
      : {};
  return { status: 200, headers: {}, body: JSON.stringify(body) };
};
const IMPORT = { source: 'healthchecks', account: { key: 'key', history: true }, dryRun: false };

async function linesOf({ send }: API, json: object): Promise<readonly unknown[]> {
  const { status, headers, text } = await send('POST', '/v1/imports/', { json, headers: LINES });
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe('application/x-ndjson');
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

test('an import streams its progress as lines, and ends with the usual response', async () => {
  const api = await openAPI({ importRequest: healthchecks });
  const lines = await linesOf(api, IMPORT);
  const step = (name: string, done: number, total: number | null) => ({
    progress: { step: name, done, total },
  });
  expect(lines).toEqual([
    step('read', 0, null),
    step('read', 3, 3),
    step('plan', 0, 3),
    step('plan', 3, 3),
    step('write', 0, 3),
    step('write', 3, 3),
    step('history', 0, 3),
    {
      status: 200,
      body: {
        success: true,
        data: {
          import: expect.objectContaining({
            isApplied: true,
            counts: expect.objectContaining({ create: 3 }),
          }),
        },
      },
    },
  ]);
  expect(await api.store.listAudit(api.owner.teamID, { limit: 10 })).toMatchObject([
    { action: 'monitors.import' },
  ]);
});

test('an error before the first progress has its status; a later one ends the lines', async () => {
  const refused: Request = async () => ({ status: 401, headers: {}, body: '' });
  const api = await openAPI({ importRequest: refused });
  const invalid = await api.send('POST', '/v1/imports/', { json: { source: 'nagios' }, headers: LINES });
  expect(invalid).toMatchObject({ status: 422, error: { code: 'invalid' } });
  const anonymous = await api.send('POST', '/v1/imports/', { json: IMPORT, headers: LINES, as: null });
  expect(anonymous).toMatchObject({ status: 401, error: { code: 'unauthorized' } });
  expect((await linesOf(api, IMPORT)).at(-1)).toEqual({
    status: 422,
    body: { success: false, data: { error: expect.objectContaining({ code: 'invalid' }) } },
  });
  expect(await api.store.listAudit(api.owner.teamID, { limit: 10 })).toEqual([]);
});

test('a client that leaves while the source is read cancels the request and the import', async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  const waiting: Request = ({ signal }) =>
    new Promise((_, reject) => {
      if (signal === undefined) return;
      signal.addEventListener('abort', () => reject(new Error('canceled')));
      asked.resolve(signal);
    });
  const api = await openAPI({ importRequest: waiting });
  const log = { error() {} };
  const listener = createRequestListener(api.app.fetch, {
    log,
    random: { uuid: () => '' },
    baseURL: BASE_URL,
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = new AbortController();
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/imports/`, {
    method: 'POST',
    headers: { ...LINES, Authorization: `Bearer ${api.owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(IMPORT),
    signal: client.signal,
  });
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"step":"read"');
  const signal = await asked.promise;
  const aborted = once(signal, 'abort');
  client.abort();
  await aborted;
  expect(await api.store.listMonitors(api.owner.teamID, {})).toEqual([]);
});
