import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/serve/endpoints.ts';
import { openAPI, wrongFields } from '../api.ts';

const MONITORS = '/v1/monitors/';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const MEGABYTE = 1_000_000;

describe('a hostile client', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'the key %s is an unknown field, at every level',
    async (key) => {
      const { send } = await openAPI();
      const body = `{"name":"a","${key}":{"polluted":1},"schedule":{"${key}":{"polluted":1}}}`;
      const response = await send('POST', MONITORS, { body, headers: JSON_TYPE });
      expect([...wrongFields(response)].sort()).toEqual([key, `schedule.${key}`].sort());
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    },
  );

  test.each([
    ['lists', (depth: number) => '['.repeat(depth)],
    ['closed lists', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
    ['objects', (depth: number) => `{"schedule":${'{"a":'.repeat(depth / 2)}1${'}'.repeat(depth / 2)}}`],
    ['tags', (depth: number) => `{"name":"a","tags":${'['.repeat(depth)}${']'.repeat(depth)}}`],
  ])('deep JSON of %s is refused, whether or not it has too many values', async (_, write) => {
    const { send } = await openAPI();
    const post = async (body: string) => (await send('POST', MONITORS, { body, headers: JSON_TYPE })).status;
    expect([400, 422]).toContain(await post(write(19_000)));
    expect(await post(write(300_000))).toBe(413);
  });

  test('a body of more than 1 MB is refused, with or without a declared length', async () => {
    const { send } = await openAPI();
    const body = JSON.stringify({ name: 'a', description: 'x'.repeat(MEGABYTE) });
    expect(await send('POST', MONITORS, { body, headers: JSON_TYPE })).toMatchObject({
      status: 413,
      error: { code: 'too_large' },
    });
    const headers = { ...JSON_TYPE, 'Content-Length': String(MEGABYTE + 1) };
    expect((await send('POST', MONITORS, { body: '{}', headers })).status).toBe(413);
  });

  test('a body without an end is read no further than the limit', async () => {
    const { send } = await openAPI();
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    expect((await send('POST', MONITORS, { body, headers: JSON_TYPE })).status).toBe(413);
    expect(pulled).toBeLessThan(40);
  });

  test('a body in a million pieces takes no more memory than in one', async () => {
    const { send } = await openAPI();
    const pieces = 900_000;
    let pulled = 0;
    let most = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        if (pulled % 100_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
        if (pulled === pieces) controller.close();
        else controller.enqueue(new Uint8Array([0x20]));
      },
    });
    const before = process.memoryUsage().heapUsed;
    const response = await send('POST', MONITORS, { body, headers: JSON_TYPE });
    expect(response).toMatchObject({ status: 400, error: { code: 'invalid_json' } });
    expect(most - before).toBeLessThan(80 * MEGABYTE);
  });

  test('a body that breaks off is a bad request', async () => {
    const { send, logged } = await openAPI();
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('ECONNRESET'));
      },
    });
    const response = await send('POST', MONITORS, { body, headers: JSON_TYPE });
    expect(response).toMatchObject({ status: 400, error: { code: 'bad_request' } });
    expect(logged).toEqual([]);
  });

  test('keys as long as the body are not repeated in the response', async () => {
    const { send } = await openAPI();
    const response = await send('POST', MONITORS, { json: { name: 'a', ['k'.repeat(500_000)]: 1 } });
    expect(wrongFields(response)).toEqual(['k'.repeat(100)]);
    expect(response.text.length).toBeLessThan(2000);
  });

  test('numbers that are out of range are refused', async () => {
    const { send } = await openAPI();
    const body =
      '{"name":"a","alertAfterFailures":1e999,"maxRunDuration":-1e999,"schedule":{"interval":1e999}}';
    const response = await send('POST', MONITORS, { body, headers: JSON_TYPE });
    expect(wrongFields(response)).toEqual(
      expect.arrayContaining(['alertAfterFailures', 'maxRunDuration', 'schedule.interval']),
    );
  });

  test.each([
    '/',
    '/v1',
    '/v1/nothing',
    '/v2/monitors/',
    '/v1/monitors//',
    '/v1/monitors/a/b/c/',
    '/v1/monitors/%00/',
    '/v1/monitors/%ff%fe/',
    '/v1/monitors/%',
    '/v1/monitors/..%2f..%2fetc%2fpasswd',
    "/v1/monitors/x'%20OR%20'1'='1/",
    '/v1/monitors/__proto__/',
    `/v1/monitors/${'a'.repeat(10_000)}/`,
    '/v1/monitors/😀/',
    '/V1/MONITORS/',
    '/v1/tokens/constructor/extra',
  ])('the path %s is 404 in the envelope', async (path) => {
    const { app, owner } = await openAPI();
    const response = await app.request(path, { headers: { Authorization: `Bearer ${owner.token}` } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, data: { error: { code: 'not_found' } } });
    expect(response.headers.get('Content-Type')).toBe('application/json');
  });

  test('SQL in a filter finds nothing and changes nothing', async () => {
    const { send, create } = await openAPI();
    await create();
    for (const wrong of ["' OR 1=1 --", '"; DROP TABLE monitors; --', '%', '_', '\\']) {
      for (const name of ['q', 'tag', 'project']) {
        const { data } = await send('GET', `${MONITORS}?${name}=${encodeURIComponent(wrong)}`);
        expect(data.monitors).toEqual([]);
      }
    }
    expect((await send('GET', MONITORS)).data.monitors).toHaveLength(1);
  });

  test('random bytes as a body are a client error, never a 500, at every endpoint', async () => {
    const { send, logged } = await openAPI();
    for (let turn = 0; turn < 20; turn += 1) {
      const body = Uint8Array.from(
        { length: 50 },
        (_, index) => (turn * 7919 + index * 104_729 + ((turn * index) % 251)) % 256,
      );
      for (const { method, path, permission, route } of ENDPOINTS) {
        if (method === 'get' || permission === 'session') continue;
        const response = await send(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'nosuchthng'), {
          body,
          headers: JSON_TYPE,
        });
        const ignoresBody = route.request?.body === undefined;
        expect([400, 404, ...(ignoresBody ? [200, 201] : [])]).toContain(response.status);
      }
    }
    expect(logged).toEqual([]);
  });

  test('an internal error is logged with an ID, and its text is not sent', async () => {
    const real = await openAPI();
    const { send, logged } = await openAPI({
      store: {
        ...real.store,
        listMonitors: () => Promise.reject(new Error('password=hunter2 at /srv/secret.db')),
      },
    });
    const response = await send('GET', MONITORS, { as: real.owner });
    expect(response).toMatchObject({ status: 500, error: { code: 'internal' } });
    expect(response.text).not.toMatch(/hunter2|secret|stack/);
    expect(logged).toMatchObject([{ fields: { err: { message: expect.stringContaining('hunter2') } } }]);
    expect(response.error?.message).toContain(logged[0]?.fields.requestID);
  });
});
