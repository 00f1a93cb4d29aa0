import { describe, expect, test } from 'vitest';
import { type API, openAPI } from '../api.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const IMPORTED = { source: 'healthchecks', files: [{ name: 'checks.json', text: '{"checks":[]}' }] };
const CONFIGURATION = { file: 'production', sections: {} };

const ENDPOINTS = [
  ['/v1/imports/', IMPORTED, '2 imports of your team are running. Wait until one of them ends.'],
  [
    '/v1/configuration/',
    CONFIGURATION,
    '2 configuration files of your team are running. Wait until one of them ends.',
  ],
] as const;

/** Sends a request whose body the test ends. Resolves once the service reads the body. */
async function beginUpload({ send }: API, path: string) {
  const isRead = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<string>();
  const body = new ReadableStream(
    {
      async pull(controller) {
        isRead.resolve();
        controller.enqueue(new TextEncoder().encode(await rest.promise));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const response = send('POST', path, { body, headers: JSON_TYPE });
  await isRead.promise;
  return {
    end(text: string) {
      rest.resolve(text);
      return response;
    },
  };
}

describe.each(ENDPOINTS)('%s', (path, json, message) => {
  test('refuses the third request of a team before it reads the body', async () => {
    const api = await openAPI();
    const uploads = [await beginUpload(api, path), await beginUpload(api, path)];
    let isRead = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead = true;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const refused = await api.send('POST', path, { body, headers: JSON_TYPE });
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited', message } });
    expect(refused.headers.get('Retry-After')).toBe('10');
    expect(isRead).toBe(false);
    const otherTeam = await api.addTeam('Globex');
    expect((await api.send('POST', path, { json, as: otherTeam })).status).toBe(200);
    for (const { end } of uploads) expect((await end(JSON.stringify(json))).status).toBe(200);
  });

  test.each([
    ['isn’t JSON', '{', 400],
    ['is too large', ' '.repeat(20_000_001), 413],
    ['has too many values', `[${'{},'.repeat(600_000)}{}]`, 413],
    ['doesn’t match the schema', '{"source":"nagios"}', 422],
  ])('frees the place of a request whose body %s', async (_, text, status) => {
    const api = await openAPI();
    for (let round = 0; round < 3; round += 1)
      expect((await api.send('POST', path, { body: text, headers: JSON_TYPE })).status).toBe(status);
    expect((await api.send('POST', path, { json })).status).toBe(200);
  });
});

describe('an import refuses files', () => {
  const bodyOf = (source: string, texts: readonly string[]) => ({
    source,
    files: texts.map((text) => ({ name: 'file', text })),
  });

  test.each([
    [
      'with too many values in all',
      'healthchecks',
      Array.from({ length: 20 }, () => `[${'{},'.repeat(40_000)}{}]`),
      'The files have too many values: more than 1500000',
    ],
    [
      'with more items in all than one import accepts',
      'healthchecks',
      Array.from({ length: 5 }, () => `{"checks":[${'{},'.repeat(4999)}{}]}`),
      'The source has 25000 items',
    ],
    [
      'with too many lines',
      'crontab',
      ['\n'.repeat(150_000), '\n'.repeat(50_001)],
      'The files have more than 200000 lines',
    ],
    [
      'with more groups than one import accepts',
      'uptime-kuma',
      [`{"monitorList":[${'{},'.repeat(20_000)}{}]}`],
      'The source has 20001 items',
    ],
  ])('%s', async (_, source, texts, message) => {
    const { send } = await openAPI();
    expect(await send('POST', '/v1/imports/', { json: bodyOf(source, texts) })).toMatchObject({
      status: 413,
      error: { code: 'too_large', message: expect.stringContaining(message) },
    });
  });

  test('whose list of timers isn’t JSON', async () => {
    const { send } = await openAPI();
    expect(await send('POST', '/v1/imports/', { json: bodyOf('crontab', ['[{']) })).toMatchObject({
      status: 422,
      error: { code: 'invalid', message: expect.stringContaining("isn't JSON") },
    });
  });
});
