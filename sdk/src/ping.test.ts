import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../server/test/sdk/fake-clock.ts';
import {
  data,
  failure,
  hangUp,
  json,
  openLoopback,
  PING_ID,
  pingResponse,
  type Respond,
} from '../../server/test/sdk/loopback.ts';
import { OverdueError } from './error.ts';
import { type PingOptions, ping } from './ping.ts';

async function open(...responses: readonly Respond[]) {
  const server = await openLoopback(...responses);
  return { ...server, pingURL: `${server.url}/ping/${PING_ID}`, clock: createFakeClock() };
}

function ridOf(url: string | undefined): string | null {
  return new URL(url ?? '', 'http://127.0.0.1').searchParams.get('rid');
}

describe('the request', () => {
  const path = `/ping/${PING_ID}`;
  const forms: readonly (readonly [string, PingOptions, string])[] = [
    ['nothing', {}, `GET ${path}/`],
    ['type ping', { type: 'ping' }, `GET ${path}/`],
    ['type end', { type: 'end' }, `GET ${path}/end/`],
    ['type fail', { type: 'fail' }, `GET ${path}/fail/`],
    ['type log', { type: 'log' }, `GET ${path}/log/`],
    ['type start with a rid', { type: 'start', rid: 'a' }, `GET ${path}/start/?rid=a`],
    ['exit status 0', { exitStatus: 0 }, `GET ${path}/0/`],
    ['exit status 255', { exitStatus: 255 }, `GET ${path}/255/`],
    ['rid and duration', { rid: 'a+b&c=d', duration: 1.5 }, `GET ${path}/?rid=a%2Bb%26c%3Dd&duration=1.5`],
    ['a time', { at: new Date(Date.UTC(2026, 10, 22, 2)) }, `GET ${path}/?at=2026-11-22T02%3A00%3A00.000Z`],
    ['a body', { type: 'end', body: 'žurnāls' }, `POST ${path}/end/`],
    ['an empty body', { body: '' }, `POST ${path}/`],
  ];
  test.each(forms)('a ping has the requested fields: %s', async (_name, options, expected) => {
    const { pingURL, clock, seen } = await open(pingResponse());
    await ping(pingURL, options, clock);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([expected]);
    expect(seen[0]?.body).toBe(options.body ?? '');
  });

  test('a trailing slash and a query in the ping URL are handled', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    await ping(`${pingURL}/?x=1`, { type: 'end', rid: 'a' }, clock);
    expect(seen[0]?.url).toBe(`/ping/${PING_ID}/end/?x=1&rid=a`);
  });

  test('the body is sent byte for byte', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    await ping(pingURL, { body: new TextEncoder().encode('log') }, clock);
    expect(seen[0]?.body).toBe('log');
  });
});

test('ping() resolves to the response of the service', async () => {
  const { pingURL, clock } = await open(pingResponse({ number: 7, type: 'ping' }));
  expect(await ping(pingURL, {}, clock)).toEqual({
    monitor: { pingID: PING_ID, status: 'up' },
    event: { number: 7, type: 'ping', duration: 184.22, runID: 'nightly-1', warnings: [] },
  });
});

describe('retries', () => {
  test.each([408, 429, 500, 502, 503, 504])(
    'a ping is retried with the same rid after status %i',
    async (status) => {
      const { pingURL, clock, seen } = await open(failure(status, 'unavailable'), pingResponse());
      await ping(pingURL, { type: 'end', rid: 'nightly-1' }, clock);
      expect(seen.map(({ url }) => ridOf(url))).toEqual(['nightly-1', 'nightly-1']);
    },
  );

  test('a ping is retried after a broken connection', async () => {
    const { pingURL, clock, seen } = await open(hangUp, pingResponse());
    await ping(pingURL, {}, clock);
    expect(seen).toHaveLength(2);
  });

  test('a ping is retried after an incomplete response', async () => {
    const breakOff: Respond = (response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{', () => response.destroy());
    };
    const { pingURL, clock, seen } = await open(breakOff, pingResponse());
    await ping(pingURL, {}, clock);
    expect(seen).toHaveLength(2);
  });

  test('a ping is retried after an attempt that timed out', async () => {
    const { pingURL, clock, seen } = await open(() => clock.advance(10_000), pingResponse());
    await ping(pingURL, {}, clock);
    expect(seen).toHaveLength(2);
  });

  test('a retry has the original body', async () => {
    const body = new TextEncoder().encode('first');
    const change: Respond = (response) => {
      body.fill(0);
      hangUp(response, { method: '', url: '', headers: {}, body: '' });
    };
    const { pingURL, clock, seen } = await open(change, pingResponse());
    await ping(pingURL, { body }, clock);
    expect(seen.map((request) => request.body)).toEqual(['first', 'first']);
  });

  test('a start without a rid gets one, which all attempts share', async () => {
    const { pingURL, clock, seen } = await open(hangUp, hangUp, pingResponse());
    await ping(pingURL, { type: 'start' }, clock);
    const [first, ...others] = seen.map(({ url }) => ridOf(url));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([first, first]);
  });

  test('an end without a rid gets none, because its start may have none', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    await ping(pingURL, { type: 'end' }, clock);
    expect(ridOf(seen[0]?.url)).toBeNull();
  });
});

describe('waits between attempts', () => {
  test('the wait grows up to a limit, over six attempts', async () => {
    const { pingURL, clock, seen } = await open(hangUp);
    await expect(ping(pingURL, {}, clock)).rejects.toMatchObject({ code: 'network', status: 0 });
    expect(seen).toHaveLength(6);
    expect(clock.sleeps).toEqual([375, 750, 1500, 3000, 6000]);
  });

  test('the wait is at most ten seconds if the service requests none', async () => {
    const { pingURL, clock } = await open(hangUp);
    await expect(ping(pingURL, { retry: { attempts: 9, totalMs: 600_000 } }, clock)).rejects.toThrow();
    expect(clock.sleeps.slice(5)).toEqual([7500, 7500, 7500]);
  });

  test('the wait follows Retry-After, plus a small random time', async () => {
    const { pingURL, clock } = await open(
      failure(429, 'rate_limited', { 'Retry-After': '7' }),
      pingResponse(),
    );
    await ping(pingURL, {}, clock);
    expect(clock.sleeps).toEqual([7250]);
  });

  test('the wait lasts until the date in Retry-After', async () => {
    const clock = createFakeClock(Date.parse('2026-11-21T08:00:00Z'));
    const date = 'Sat, 21 Nov 2026 08:00:20 GMT';
    const { pingURL } = await open(json(503, {}, { 'Retry-After': date }), pingResponse());
    await ping(pingURL, {}, clock);
    expect(clock.sleeps).toEqual([20_250]);
  });

  test('a ping is not retried when Retry-After exceeds the total time', async () => {
    const response = failure(503, 'unavailable', { 'Retry-After': '3600' });
    const { pingURL, clock, seen } = await open(response);
    const error = { code: 'unavailable', status: 503, retryAfter: 3600, message: 'It is unavailable.' };
    await expect(ping(pingURL, {}, clock)).rejects.toMatchObject(error);
    expect(seen).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  test('all waits together stay within the total time, even if each attempt is slow', async () => {
    const { pingURL, clock, seen } = await open(() => clock.advance(10_000));
    await expect(ping(pingURL, { retry: { attempts: 100 } }, clock)).rejects.toMatchObject({
      code: 'timed_out',
    });
    expect(seen).toHaveLength(5);
    expect(clock.monotonic()).toBeLessThanOrEqual(60_000);
  });

  test('a single attempt has no wait', async () => {
    const { pingURL, clock, seen } = await open(hangUp);
    await expect(ping(pingURL, { retry: { attempts: 1 } }, clock)).rejects.toThrow(OverdueError);
    expect(seen).toHaveLength(1);
  });
});

describe('permanent refusals', () => {
  test.each([
    [404, 'not_found'],
    [400, 'bad_request'],
    [405, 'method_not_allowed'],
  ])('a ping is not retried after status %i', async (status, code) => {
    const { pingURL, clock, seen } = await open(failure(status, code));
    await expect(ping(pingURL, {}, clock)).rejects.toMatchObject({ code, status });
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['a page', (response) => response.end('<html>Sign in to the network</html>')],
    ['other JSON', json(200, { ok: true })],
    ['another answer of the service', data({ monitors: [] })],
    ['a response with other types', pingResponse({ number: '7' })],
  ] satisfies readonly (readonly [string, Respond])[])(
    'a ping is not retried after status 200 with %s',
    async (_name, response) => {
      const { pingURL, clock, seen } = await open(response);
      await expect(ping(pingURL, {}, clock)).rejects.toMatchObject({ code: 'unexpected_response' });
      expect(seen).toHaveLength(1);
    },
  );
});

describe('the signal', () => {
  const reason = new Error('enough');

  test('an aborted signal ends a ping before it begins', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    await expect(ping(pingURL, { signal: AbortSignal.abort(reason) }, clock)).rejects.toMatchObject({
      name: 'OverdueError',
      code: 'aborted',
      cause: reason,
    });
    expect(seen).toEqual([]);
  });

  test('ends the current request and all further attempts', async () => {
    const controller = new AbortController();
    const { pingURL, clock, seen } = await open(() => controller.abort(reason));
    await expect(ping(pingURL, { signal: controller.signal }, clock)).rejects.toMatchObject({
      name: 'OverdueError',
      code: 'aborted',
      cause: reason,
    });
    expect(seen).toHaveLength(1);
  });

  test('ends the wait for the next attempt', async () => {
    const controller = new AbortController();
    const { pingURL, clock } = await open(hangUp);
    const sleep = (ms: number, signal: AbortSignal | undefined) => {
      controller.abort(reason);
      return clock.sleep(ms, signal);
    };
    await expect(ping(pingURL, { signal: controller.signal }, { ...clock, sleep })).rejects.toMatchObject({
      name: 'OverdueError',
      code: 'aborted',
      cause: reason,
    });
  });

  test('the signal and the timeout end a ping even if the given fetch ignores both', async () => {
    const controller = new AbortController();
    const clock = createFakeClock();
    const url = `http://127.0.0.1:9/ping/${PING_ID}`;
    const deaf = (act: () => void) => () => {
      queueMicrotask(act);
      return new Promise<Response>(() => {});
    };
    const aborting = { fetch: deaf(() => controller.abort(reason)), signal: controller.signal };
    await expect(ping(url, aborting, clock)).rejects.toMatchObject({
      name: 'OverdueError',
      code: 'aborted',
      cause: reason,
    });
    const slow = { fetch: deaf(() => clock.advance(10_000)), retry: { attempts: 2 } };
    await expect(ping(url, slow, clock)).rejects.toMatchObject({ code: 'timed_out' });
  });
});

describe('wrong arguments', () => {
  test.each([
    ['no address', ''],
    ['a path', `/ping/${PING_ID}`],
    ['a file', `file:///ping/${PING_ID}`],
    ['no host', `https://:99999/${PING_ID}`],
    ['a password', `https://user:password@example.com/ping/${PING_ID}`],
    ['null, from JavaScript', JSON.parse('null')],
  ])('%s: an error that does not repeat the URL', async (_name, pingURL) => {
    const error = await ping(pingURL, { fetch: () => Promise.reject(new Error('sent')) }).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ name: 'OverdueError', code: 'invalid_argument' });
    expect(String(error)).not.toContain(PING_ID);
    expect(error).not.toHaveProperty('input');
  });

  test.each([
    { type: 'end', exitStatus: 0 },
    { exitStatus: 256 },
    { exitStatus: -1 },
    { exitStatus: 1.5 },
  ] satisfies readonly PingOptions[])('%j', async (options) => {
    await expect(ping(`https://example.com/ping/${PING_ID}`, options)).rejects.toMatchObject({
      name: 'OverdueError',
      code: 'invalid_argument',
    });
  });
});

test('an error does not contain the ping URL, which is a credential', async () => {
  const { pingURL, clock } = await open(hangUp);
  const error = await ping(pingURL, { retry: { attempts: 1 } }, clock).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(OverdueError);
  expect(`${error instanceof Error ? error.stack : ''} ${JSON.stringify(error)}`).not.toContain(PING_ID);
});
