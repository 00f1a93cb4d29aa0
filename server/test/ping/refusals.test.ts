import { randomBytes } from 'node:crypto';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openConnection, request, send } from '../connection.ts';
import { startOnFakeClock } from './fake-time.ts';
import { addKeyHolder } from './key-holder.ts';

/** A key in the right format that no project has. */
const UNKNOWN_KEY = 'x'.repeat(22);
const CHECK_IN = '{}\n{"type":"check_in"}\n{"monitor_slug":"nightly","status":"ok"}\n';

/** A service that allows one refused request every 10 seconds. */
async function startStrict() {
  const service = await startOnFakeClock({ PING_RATE: '0.1' });
  return { ...service, nextRequest: () => service.clock.advance(10_000) };
}

test('each refused ping counts against its address, whatever was wrong with it', async () => {
  const { port, nextRequest } = await startStrict();
  const envelope = `/api/1/envelope/?sentry_key=${UNKNOWN_KEY}`;
  const requests: readonly (readonly [string, string, string, object, number])[] = [
    ['an unknown ping ID', 'GET', '/ping/nosuchpingid0000000000', {}, 404],
    ['a malformed ping ID', 'GET', '/ping/-', {}, 404],
    ['a preflight', 'OPTIONS', '/ping/nosuchpingid0000000000', {}, 204],
    ['an unknown method', 'DELETE', '/ping/nosuchpingid0000000000', {}, 405],
    ['a malformed envelope', 'POST', envelope, { body: 'nonsense' }, 400],
    ['an envelope without a key', 'POST', '/api/1/envelope/', { body: CHECK_IN }, 401],
    ['an envelope with an unknown key', 'POST', envelope, { body: CHECK_IN }, 401],
    ['an envelope without check-ins', 'POST', envelope, { body: '{}\n' }, 401],
    ['a check-in without a status', 'GET', `/api/1/cron/nightly/${UNKNOWN_KEY}/`, {}, 400],
    [
      'a malformed check-in',
      'POST',
      `/api/1/cron/nightly/${UNKNOWN_KEY}/`,
      { body: '[]', headers: ['Content-Type: application/json'] },
      400,
    ],
    ['a slug in upper case', 'GET', `/ping/${UNKNOWN_KEY}/Nightly`, {}, 400],
    ['a slug that is too long', 'GET', `/ping/${UNKNOWN_KEY}/${'a'.repeat(101)}`, {}, 400],
    ['a monitor key with an unknown key', 'GET', `/p/${UNKNOWN_KEY}/nightly?state=run`, {}, 404],
    ['a push token', 'GET', '/api/push/nosuchtoken?status=up', {}, 404],
  ];
  for (const [what, method, path, more, status] of requests) {
    expect((await send(port, method, path, more)).status, what).toBe(status);
    expect((await send(port, method, path, more)).status, `${what}, again`).toBe(429);
    await nextRequest();
  }
});

test('the key of a compressed envelope is checked before the envelope is decompressed', async () => {
  const { port, nextRequest } = await startStrict();
  const headers = ['Content-Encoding: br'];
  for (const content of ['nonsense', `[${'{},'.repeat(5_000_000)}{}]`, CHECK_IN]) {
    const body = brotliCompressSync(content);
    const path = `/api/1/envelope/?sentry_key=${UNKNOWN_KEY}`;
    expect((await send(port, 'POST', path, { headers, body })).status).toBe(401);
    expect((await send(port, 'POST', path, { headers, body })).status).toBe(429);
    await nextRequest();
  }
});

/** An envelope through a tunnel: only the DSN in its header has the key. */
const tunneled = (key: string) => CHECK_IN.replace('{}', `{"dsn":"https://${key}@overdue.example.com/1"}`);

test('the key of an envelope through a tunnel is checked before the rest of the envelope is sent, decompressed or parsed', async () => {
  const { port, nextRequest } = await startStrict();
  const noise = randomBytes(100_000);
  const rest = `[${'{},'.repeat(5_000_000)}{}]`;
  const path = '/api/1/envelope/';
  for (const [what, encoding, sent, message] of [
    ['an unknown key', [], `${tunneled(UNKNOWN_KEY)}${noise}`, 'invalid project key'],
    ['no key', [], `${CHECK_IN}${noise}`, 'missing authorization information'],
    ['a header without an end', [], `{"a":"${noise}`, 'missing authorization information'],
    ['br', ['br'], brotliCompressSync(`${tunneled(UNKNOWN_KEY)}${rest}`), 'invalid project key'],
    ['br without an end', ['br'], brotliCompressSync(rest), 'missing authorization information'],
    ['gzip', ['gzip'], gzipSync(tunneled(UNKNOWN_KEY) + noise.toString('hex')), 'invalid project key'],
    ['zstd', ['zstd'], zstdCompressSync(`${tunneled(UNKNOWN_KEY)}${rest}`), 'invalid project key'],
    [
      'gzip, twice',
      ['gzip, gzip'],
      gzipSync(gzipSync(`${tunneled(UNKNOWN_KEY)}${rest}`)),
      'invalid project key',
    ],
    ['no real compression', ['gzip'], noise, 'The body could not be decompressed.'],
  ] as const) {
    const beginning = Buffer.from(sent).subarray(0, 20_000);
    const isWhole = beginning.byteLength < 20_000;
    const headers = [
      ...encoding.map((name) => `Content-Encoding: ${name}`),
      `Content-Length: ${isWhole ? beginning.byteLength : 10_000_000}`,
    ];
    for (const status of [message.startsWith('The') ? 400 : 401, 429]) {
      const connection = openConnection(port);
      connection.write(request('POST', path, { headers }), beginning);
      const response = await connection.respond('POST');
      expect(response?.status, what).toBe(status);
      if (status !== 429) expect(response?.text, what).toBe(JSON.stringify({ detail: message }));
      connection.socket.destroy();
    }
    await nextRequest();
  }
});

test('after a refused envelope through a tunnel, the connection serves the next request', async () => {
  const { port, nextRequest, store } = await startStrict();
  const { key } = await addKeyHolder({ store });
  const connection = openConnection(port);
  for (const [secret, status] of [
    [UNKNOWN_KEY, 401],
    [key, 404],
  ] as const) {
    const body = `${tunneled(secret)}{"type":"attachment","length":1000000}\n${'x'.repeat(1_000_000)}`;
    connection.write(request('POST', '/api/1/envelope/', { body }));
    expect((await connection.respond('POST'))?.status).toBe(status);
    await nextRequest();
  }
  connection.socket.destroy();
});

test('an envelope that looks compressed, without a header that says so, is not decompressed before its key is checked', async () => {
  const { port } = await startStrict();
  const connection = openConnection(port);
  const body = gzipSync(CHECK_IN);
  const path = `/api/1/envelope/?sentry_key=${UNKNOWN_KEY}`;
  const whole = request('PUT', path, { headers: ['Expect: 100-continue'], body });
  connection.write(whole.subarray(0, -body.byteLength));
  const response = connection.respond('PUT');
  await expect.poll(() => connection.continued()).toBe(1);
  connection.write(body);
  expect(await response).toMatchObject({
    status: 400,
    text: expect.stringContaining('invalid envelope header'),
  });
  connection.socket.destroy();
});

test('an envelope of a valid key counts against its address unless it has a check-in', async () => {
  const { port, store, nextRequest } = await startStrict();
  const { key } = await addKeyHolder({ store });
  const send1 = (path: string, body: string) =>
    send(port, 'POST', `/api/1/${path}/?sentry_key=${key}`, { body });
  const config = '"monitor_config":{"schedule":{"type":"interval","value":1,"unit":"hour"}}';
  for (const slug of ['a', 'b', 'c']) {
    const body = `{}\n{"type":"check_in"}\n{"monitor_slug":"${slug}","status":"ok",${config}}\n`;
    expect((await send1('envelope', body)).status).toBe(200);
  }
  for (const [path, body] of [
    ['envelope', '{}\n{"type":"event"}\n{}\n'],
    ['store', '{}'],
  ] as const) {
    await nextRequest();
    expect((await send1(path, body)).status).toBe(200);
    const limited = await send1(path, body);
    expect(limited.status).toBe(429);
    // The client must not stop its check-ins.
    expect(limited.headers['x-sentry-rate-limits']).toMatch(/^3600:default;error;(?!.*monitor)/);
  }
});
