import { AppError } from '@overdue/domain/error.ts';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/serve/endpoints.ts';
import { openAPI } from '../api.ts';

const PATHS = [...new Set(ENDPOINTS.map(({ path }) => path))];

function filled(path: string): string {
  return path.replaceAll('{number}', '1').replaceAll(/\{\w+\}/g, 'nosuchthng');
}

/** Path of an endless stream, whose text can't be read completely. */
const STREAM = '/v1/live/';

async function expectStreams(send: Awaited<ReturnType<typeof openAPI>>['send']): Promise<void> {
  for (const path of [STREAM, STREAM.slice(0, -1)])
    expect((await send('HEAD', path)).headers.get('Content-Type')).toMatch(/^text\/event-stream/);
}

describe('every path', () => {
  test.each(PATHS)('Trailing slash: %s works with and without a slash, without a redirect', async (path) => {
    const { send } = await openAPI();
    const [{ method } = { method: 'get' }] = ENDPOINTS.filter((endpoint) => endpoint.path === path);
    if (filled(path) === STREAM) return expectStreams(send);
    const withSlash = await send(method.toUpperCase(), filled(path));
    const without = await send(method.toUpperCase(), filled(path).replace(/\/$/, ''));
    expect(filled(path)).toMatch(/\/$/);
    expect([without.status, without.text]).toEqual([withSlash.status, withSlash.text]);
    expect(without.status).not.toBe(301);
  });

  test.each(PATHS)('%s answers another method with 405 and Allow, in the envelope', async (path) => {
    const { send } = await openAPI();
    for (const method of ['PUT', 'PURGE', 'QUERY']) {
      const response = await send(method, filled(path), { as: null });
      expect(response).toMatchObject({ status: 405, error: { code: 'method_not_allowed' } });
      const methods = ENDPOINTS.filter((endpoint) => endpoint.path === path).map((endpoint) =>
        endpoint.method.toUpperCase(),
      );
      for (const allowed of [...methods, 'OPTIONS']) expect(response.headers.get('Allow')).toContain(allowed);
    }
  });

  test.each(PATHS)('%s accepts requests from pages of any origin', async (path) => {
    const { send } = await openAPI();
    const response = await send('OPTIONS', filled(path), {
      as: null,
      headers: { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'GET' },
    });
    expect(response).toMatchObject({ status: 204, text: '' });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe(response.headers.get('Allow'));
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe(
      'Authorization, Content-Type, If-Match, If-None-Match',
    );
  });
});

describe('answers', () => {
  test('HEAD is GET without the body', async () => {
    const { app, owner } = await openAPI();
    const headers = { Authorization: `Bearer ${owner.token}` };
    const response = await app.request('/v1/monitors/', { method: 'HEAD', headers });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(response.headers.get('ETag')).toMatch(/^"/);
    expect((await app.request('/v1/monitors/nosuchthng', { method: 'HEAD', headers })).status).toBe(404);
  });

  test('a response is JSON that no cache keeps and no browser guesses about, for every origin', async () => {
    const { send } = await openAPI();
    for (const response of [
      await send('GET', '/v1/projects/'),
      await send('GET', '/v1/nothing/'),
      await send('PUT', '/v1/projects/'),
    ]) {
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'ETag, Retry-After',
      });
    }
  });

  test('Errors: code, message, and fields on 422 only', async () => {
    const { send } = await openAPI();
    const wrong = await send('POST', '/v1/monitors/', {
      json: { name: '', schedule: { cron: '61 * * * *' } },
    });
    expect(JSON.parse(wrong.text)).toEqual({
      success: false,
      data: {
        error: {
          code: 'invalid',
          message: 'The request is invalid. Correct name, schedule.cron.',
          fields: [
            { path: 'name', message: 'This must not be blank.' },
            { path: 'schedule.cron', message: expect.any(String) },
          ],
        },
      },
    });
    const missing = await send('GET', '/v1/monitors/nosuchthng/');
    expect(JSON.parse(missing.text)).toEqual({
      success: false,
      data: { error: { code: 'not_found', message: 'There is no such monitor.' } },
    });
  });

  test('503 has Retry-After, and its reason is logged', async () => {
    const real = await openAPI();
    const cause = new Error('SQLITE_FULL');
    const { send, logged } = await openAPI({
      store: {
        ...real.store,
        projects: {
          ...real.store.projects,
          list: () =>
            Promise.reject(new AppError('unavailable', 'Try again.', { retryAfterSeconds: 3, cause })),
        },
      },
    });
    const response = await send('GET', '/v1/projects/', { as: real.owner });
    expect(response).toMatchObject({ status: 503, error: { code: 'unavailable', message: 'Try again.' } });
    expect(response.headers.get('Retry-After')).toBe('3');
    expect(logged).toMatchObject([{ fields: { err: cause } }]);
  });
});
