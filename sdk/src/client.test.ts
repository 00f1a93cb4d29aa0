import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../server/test/sdk/fake-clock.ts';
import { data, failure, hangUp, json, openLoopback, type Respond } from '../../server/test/sdk/loopback.ts';
import { type Client, createClient } from './client.ts';
import { OverdueError } from './error.ts';

const TOKEN = 'ovd_9xQbT4kLw2ZpV7mR1sYcN8hGdJ5fA3uE6oKiXqBt';
const MONITOR = { shortID: 'k3v9x2mq7d', name: 'pg-dump prod' };
const LIST = { monitors: [MONITOR], usage: { monitors: {} }, nextCursor: null };

async function open(...responses: readonly Respond[]) {
  const { url, seen } = await openLoopback(...responses);
  const clock = createFakeClock();
  return { url, seen, clock, client: createClient({ baseURL: url, token: TOKEN }, clock) };
}

describe('requests of the methods', () => {
  const monitor = data({ monitor: MONITOR });
  const history = (name: string) => data({ [name]: [], nextCursor: null });
  const project = data({ project: { shortID: 'p' } });
  const requests: readonly (readonly [string, (client: Client) => Promise<unknown>, Respond, string?])[] = [
    ['GET /v1/monitors/', ({ monitors }) => monitors.list(), data(LIST)],
    [
      'GET /v1/monitors/?limit=5&cursor=a%2Bb&q=db+%26+co&status=late%2Cdown',
      ({ monitors }) => monitors.list({ limit: 5, cursor: 'a+b', q: 'db & co', status: ['late', 'down'] }),
      data(LIST),
    ],
    ['GET /v1/monitors/?status=up', ({ monitors }) => monitors.list({ status: 'up' }), data(LIST)],
    ['POST /v1/monitors/', ({ monitors }) => monitors.create({ name: 'x' }), monitor, '{"name":"x"}'],
    ['GET /v1/monitors/a%2Fb/', ({ monitors }) => monitors.get('a/b'), monitor],
    ['PATCH /v1/monitors/a/', ({ monitors }) => monitors.update('a', { tags: [] }), monitor, '{"tags":[]}'],
    ['DELETE /v1/monitors/a/', ({ monitors }) => monitors.delete('a'), monitor],
    ['POST /v1/monitors/a/pause/', ({ monitors }) => monitors.pause('a'), monitor],
    ['POST /v1/monitors/a/resume/', ({ monitors }) => monitors.resume('a'), monitor],
    [
      'GET /v1/monitors/a/events/?limit=2',
      ({ monitors }) => monitors.events.list('a', { limit: 2 }),
      history('events'),
    ],
    ['GET /v1/monitors/a/events/7/body/', ({ monitors }) => monitors.eventBody('a', 7), monitor],
    ['GET /v1/monitors/a/runs/', ({ monitors }) => monitors.runs.list('a'), history('runs')],
    [
      'GET /v1/monitors/a/transitions/',
      ({ monitors }) => monitors.transitions.list('a'),
      history('transitions'),
    ],
    ['GET /v1/projects/', ({ projects }) => projects.list(), history('projects')],
    ['POST /v1/projects/', ({ projects }) => projects.create({ name: 'x' }), project, '{"name":"x"}'],
    ['GET /v1/projects/p/', ({ projects }) => projects.get('p'), project],
    ['PATCH /v1/projects/p/', ({ projects }) => projects.update('p', { name: 'y' }), project, '{"name":"y"}'],
    ['DELETE /v1/projects/p/', ({ projects }) => projects.delete('p'), project],
    ['GET /v1/tokens/', ({ tokens }) => tokens.list(), history('tokens')],
    ['POST /v1/tokens/', ({ tokens }) => tokens.create({ name: 'x' }), data({ token: {} }), '{"name":"x"}'],
    ['DELETE /v1/tokens/t/', ({ tokens }) => tokens.revoke('t'), data({ token: { id: 't' } })],
    [
      'POST /v1/schedules/preview/',
      ({ schedules }) => schedules.preview({ schedule: { cron: '@daily' } }),
      data({ occurrences: [], summary: '', details: [], suggestedGraceDuration: 3600 }),
      '{"schedule":{"cron":"@daily"}}',
    ],
    [
      'POST /v1/imports/',
      ({ imports }) => imports.run({ source: 'crontab' }),
      data({ import: {} }),
      '{"source":"crontab"}',
    ],
  ];
  const rows = requests.map(([request, send, response, body = '']) => ({
    request,
    send,
    answer: response,
    body,
  }));
  test.each(rows)('$request', async ({ request, send, answer, body }) => {
    const { client, seen } = await open(answer);
    await send(client);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([request]);
    expect(seen[0]).toMatchObject({ body, headers: { authorization: `Bearer ${TOKEN}` } });
    expect(seen[0]?.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
  });

  test('a request keeps the path of the baseURL', async () => {
    const { url, seen } = await openLoopback(data(LIST));
    await createClient({ baseURL: `${url}/overdue/?x=1`, token: TOKEN }).monitors.list();
    expect(seen[0]?.url).toBe('/overdue/v1/monitors/');
  });

  test('a request uses the given fetch', async () => {
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(url);
      return Response.json({ success: true, data: LIST });
    };
    const client = createClient({ baseURL: 'https://overdue.example.com', token: TOKEN, fetch });
    expect(await client.monitors.list()).toEqual({ ...LIST, etag: null });
    expect(asked).toEqual(['https://overdue.example.com/v1/monitors/']);
  });
});

describe('answers', () => {
  test('a single resource is taken out of its envelope', async () => {
    const { client } = await open(data({ monitor: MONITOR }));
    expect(await client.monitors.get('k3v9x2mq7d')).toEqual(MONITOR);
  });

  test('all reads every page, beginning with the given cursor', async () => {
    const runs = (ids: readonly string[], nextCursor: string | null) =>
      data({ runs: ids.map((runID) => ({ runID })), nextCursor });
    const { client, seen } = await open(runs(['a', 'b'], 'two'), runs([], 'three'), runs(['c'], null));
    const found: string[] = [];
    for await (const { runID } of client.monitors.runs.all('m', { limit: 2, cursor: 'one' }))
      found.push(runID);
    expect(found).toEqual(['a', 'b', 'c']);
    expect(seen.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('cursor'))).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  test('all does not read pages that the caller does not consume', async () => {
    const { client, seen } = await open(data({ ...LIST, nextCursor: 'two' }));
    for await (const { shortID } of client.monitors.all()) {
      expect(shortID).toBe(MONITOR.shortID);
      break;
    }
    expect(seen).toHaveLength(1);
  });

  test('a list includes its ETag, and listIfChanged resolves to null for an unchanged list', async () => {
    const { client, seen } = await open(data(LIST, { ETag: '"a"' }), (response) => {
      response.writeHead(304).end();
    });
    const { etag } = await client.monitors.list();
    expect(etag).toBe('"a"');
    expect(await client.monitors.listIfChanged(etag ?? '')).toBeNull();
    expect(seen[1]?.headers['if-none-match']).toBe('"a"');
  });

  test('a changed list has a new ETag', async () => {
    const { client } = await open(data(LIST, { ETag: '"b"' }));
    expect(await client.monitors.listIfChanged('"a"')).toEqual({ ...LIST, etag: '"b"' });
  });

  test('the body of an event is available as bytes, and also as text if the bytes are valid UTF-8', async () => {
    const body =
      (type: string, text: Uint8Array): Respond =>
      (response) => {
        response.writeHead(200, { 'Content-Type': type }).end(text);
      };
    const text = new TextEncoder().encode('\uFEFFžurnāls');
    const noText = new Uint8Array([0xff, 0x00]);
    const { client } = await open(
      body('text/plain; charset=utf-8', text),
      body('application/octet-stream', noText),
    );
    expect(await client.monitors.eventBody('m', 1)).toEqual({ bytes: text, text: '\uFEFFžurnāls' });
    expect(await client.monitors.eventBody('m', 2)).toEqual({ bytes: noText, text: null });
  });
});

describe('an error', () => {
  test('has the message of the service', async () => {
    const fields = [{ path: 'schedule.cron', message: 'The hour must be 0 to 23.' }];
    const error = { code: 'invalid', message: 'Correct schedule.cron.', fields };
    const { client } = await open(json(422, { success: false, data: { error } }));
    const thrown = await client.monitors.create({ name: 'x' }).catch((e: unknown) => e);
    expect(thrown).toBeInstanceOf(OverdueError);
    expect(thrown).toMatchObject({ ...error, status: 422, retryAfter: null, name: 'OverdueError' });
  });

  test('omits malformed fields', async () => {
    const error = { code: 'invalid', message: 'No.', fields: [null, { path: 1 }] };
    const { client } = await open(json(422, { success: false, data: { error } }));
    await expect(client.monitors.create({ name: 'x' })).rejects.toMatchObject({ fields: [] });
  });

  const strangers: readonly (readonly [string, Respond, number])[] = [
    ['a page of a proxy', (response) => response.writeHead(500).end('<html></html>'), 500],
    ['a page with status 200', (response) => response.end('<html></html>'), 200],
    ['other JSON', json(200, { success: true, data: [] }), 200],
    ['success with an error status', json(400, { success: true, data: LIST }), 400],
    ['the response to another request', data(LIST), 200],
    ['a redirect', (response) => response.writeHead(301, { Location: '/v1/monitors/' }).end(), 301],
  ];
  test.each(strangers)('reports an unexpected answer: %s', async (_name, response, status) => {
    const { client, seen } = await open(response, data({ monitor: MONITOR }));
    await expect(client.monitors.create({ name: 'x' })).rejects.toMatchObject({
      code: 'unexpected_response',
      status,
    });
    expect(seen).toHaveLength(1);
  });

  test('does not contain the token', async () => {
    const { client } = await open(hangUp);
    const error = await client.monitors.create({ name: 'x' }).catch((e: unknown) => e);
    expect(`${error instanceof Error ? error.stack : ''} ${JSON.stringify(error)}`).not.toContain(TOKEN);
  });
});

describe('retries', () => {
  const list = data(LIST);

  test.each([408, 429, 502, 503, 504])('a reading request is retried after status %i', async (status) => {
    const { client, seen, clock } = await open(failure(status, 'unavailable', { 'Retry-After': '2' }), list);
    await client.monitors.list();
    expect(seen).toHaveLength(2);
    expect(clock.sleeps).toEqual([2250]);
  });

  test('a reading request is retried twice after a broken connection', async () => {
    const { client, seen, clock } = await open(hangUp);
    await expect(client.monitors.list()).rejects.toMatchObject({ code: 'network', status: 0 });
    expect(seen).toHaveLength(3);
    expect(clock.sleeps).toEqual([375, 750]);
  });

  test('a changing request is never retried', async () => {
    for (const response of [hangUp, failure(503, 'unavailable', { 'Retry-After': '1' })]) {
      const { client, seen } = await open(response);
      await expect(client.monitors.pause('m')).rejects.toBeInstanceOf(OverdueError);
      expect(seen).toHaveLength(1);
    }
  });

  test('a request is not retried after a permanent error', async () => {
    const { client, seen } = await open(failure(404, 'not_found'));
    await expect(client.monitors.get('m')).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect(seen).toHaveLength(1);
  });

  test('a request is not retried if Retry-After exceeds a minute, and the error has retryAfter', async () => {
    const { client, seen } = await open(failure(429, 'rate_limited', { 'Retry-After': '61' }));
    await expect(client.monitors.list()).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 61 });
    expect(seen).toHaveLength(1);
  });

  test('a request is retried as often as the option allows', async () => {
    const { url, seen, clock } = await open(hangUp);
    const client = createClient({ baseURL: url, token: TOKEN, retries: 0 }, clock);
    await expect(client.monitors.list()).rejects.toBeInstanceOf(OverdueError);
    expect(seen).toHaveLength(1);
  });
});

describe('time limits', () => {
  test.each([
    ['30 s by default', {}, {}, 30_000],
    ['as the client says', { timeoutMs: 50 }, {}, 50],
    ['as the request says', { timeoutMs: 50 }, { timeoutMs: 70 }, 70],
  ])('a request is limited in time: %s', async (_name, clientOptions, options, expected) => {
    const { url, seen, clock } = await open(() => clock.advanceToNext());
    const client = createClient({ baseURL: url, token: TOKEN, ...clientOptions }, clock);
    await expect(client.monitors.list({}, options)).rejects.toMatchObject({ code: 'timed_out', status: 0 });
    expect(clock.monotonic()).toBe(expected);
    expect(seen).toHaveLength(1);
  });

  /** A fetch whose response arrives in pieces, each after a time on the fake clock. */
  function slowly(clock: ReturnType<typeof createFakeClock>, pieces: Iterable<string>, waitMs: number) {
    const rest = pieces[Symbol.iterator]();
    return async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            const { done, value } = rest.next();
            clock.advance(waitMs);
            if (done) controller.close();
            else controller.enqueue(new TextEncoder().encode(value));
          },
        }),
        { headers: { 'Content-Type': 'application/json' } },
      );
  }

  test('the limit restarts with each piece of the response, so a slow link loads a long list', async () => {
    const clock = createFakeClock();
    const text = JSON.stringify({ success: true, data: LIST });
    const fetch = slowly(clock, text.match(/.{1,20}/gs) ?? [], 29_000);
    const client = createClient({ baseURL: 'https://overdue.example.com', token: TOKEN, fetch }, clock);
    expect(await client.monitors.list()).toEqual({ ...LIST, etag: null });
    expect(clock.monotonic()).toBeGreaterThan(90_000);
  });

  test('a response that stops arriving ends the request after the limit', async () => {
    const clock = createFakeClock();
    const fetch = slowly(clock, ['{"success":', 'true'], 30_000);
    const client = createClient({ baseURL: 'https://overdue.example.com', token: TOKEN, fetch }, clock);
    await expect(client.monitors.list()).rejects.toMatchObject({ code: 'timed_out' });
    expect(clock.monotonic()).toBeLessThanOrEqual(90_000);
  });

  test('a response that never ends is given up after 20 times the limit', async () => {
    const clock = createFakeClock();
    function* spaces() {
      for (;;) yield ' ';
    }
    const fetch = slowly(clock, spaces(), 29_000);
    const client = createClient({ baseURL: 'https://overdue.example.com', token: TOKEN, fetch }, clock);
    await expect(client.monitors.list()).rejects.toMatchObject({ code: 'timed_out' });
    expect(clock.monotonic()).toBeGreaterThanOrEqual(600_000);
    expect(clock.monotonic()).toBeLessThan(700_000);
  });

  test('a request ends when its signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { client } = await open(() => controller.abort(reason));
    await expect(client.monitors.list({}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'OverdueError',
      code: 'aborted',
      cause: reason,
    });
  });
});

const WRONG = expect.objectContaining({ name: 'OverdueError', code: 'invalid_argument' });

describe('refused arguments', () => {
  test.each([
    '',
    'overdue.example.com',
    'ftp://overdue.example.com',
    'https://me:secret@overdue.example.com',
  ])('the baseURL %s is refused', (baseURL) => {
    expect(() => createClient({ baseURL, token: TOKEN })).toThrow(WRONG);
  });

  test.each(['', `${TOKEN}\n`, `ž${TOKEN}`, JSON.parse('null')])('the token %j is refused', (token) => {
    const create = () => createClient({ baseURL: 'https://overdue.example.com', token });
    expect(create).toThrow(WRONG);
    expect(create).not.toThrow(TOKEN);
  });

  test.each(['', '.', '..'])('the ID "%s", which would change the path, is refused', async (shortID) => {
    const { client, seen } = await open(data({ monitor: MONITOR }));
    await expect(client.monitors.delete(shortID)).rejects.toThrow(WRONG);
    expect(seen).toEqual([]);
  });
});
