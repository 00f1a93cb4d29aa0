import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { send } from '../connection.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer, until } from '../running-server.ts';
import { lastBodyOf, lastEventOf, ping } from './ping-response.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

const FORM = 'Content-Type: application/x-www-form-urlencoded';

async function bodyOf(monitor: RunningMonitor): Promise<string | null> {
  const { bodySize } = await lastEventOf(server, monitor);
  return bodySize === 0 ? null : String(await lastBodyOf(server, monitor));
}

describe('a report in the query', () => {
  test.each([
    ['?status=down&msg=x&ping=', 'fail', 'down', null, 'x'],
    ['?state=fail', 'fail', 'down', null, null],
    ['?status=error', 'fail', 'down', null, null],
    ['?s=1', 'fail', 'down', 1, null],
    ['/?exit_code=0&m=fine', 'end', 'up', 0, 'fine'],
    ['?state=run&series=a', 'start', 'up', null, null],
    ['?status=up&msg=OK&ping=42', 'end', 'up', null, 'OK'],
  ])('%s: %s, then %s', async (query, type, status, exitStatus, log) => {
    const monitor = await server.createMonitor();
    for (const method of ['GET', 'POST', 'PUT']) {
      const { monitor: answered, event } = await ping(server, `${monitor.path}${query}`, { method });
      expect([answered.status, event.type, event.warnings]).toEqual([status, type, []]);
      expect(await lastEventOf(server, monitor)).toMatchObject({ type, exitStatus, method, warnings: [] });
      expect(await bodyOf(monitor)).toBe(log);
    }
    expect((await send(server.port, 'HEAD', `${monitor.path}${query}`)).status).toBe(200);
    expect(await lastEventOf(server, monitor)).toMatchObject({ type, method: 'HEAD' });
  });

  test('series ties the end to its start, and ping is the duration in milliseconds', async () => {
    const { path } = await server.createMonitor();
    await ping(server, `${path}?state=run&series=a`);
    await ping(server, `${path}?state=run&series=b`);
    const { event } = await ping(server, `${path}?state=complete&series=a&ping=1500`);
    expect(event).toMatchObject({ type: 'end', runID: 'a', duration: 1.5, warnings: [] });
  });

  test('a failure in either the path or the query counts, with a warning', async () => {
    const monitor = await server.createMonitor();
    const warning = [expect.stringContaining('status=down reports a failure')];
    for (const path of ['/end', '/0', '/start', '/log', '/complete']) {
      const { event, monitor: answered } = await ping(server, `${monitor.path}${path}?status=down`);
      expect([answered.status, event.type, event.warnings]).toEqual(['down', 'fail', warning]);
      expect(await lastEventOf(server, monitor)).toMatchObject({ type: 'fail', warnings: warning });
    }
    expect((await ping(server, `${monitor.path}/fail?status=up`)).event).toMatchObject({
      type: 'fail',
      warnings: ['status=up was ignored: the path reports a failure.'],
    });
  });

  test('a body is the log, and a message in the query is not', async () => {
    const monitor = await server.createMonitor();
    await ping(server, `${monitor.path}?s=1&m=short`, { method: 'POST', body: 'long' });
    expect(await bodyOf(monitor)).toBe('long');
  });
});

describe('words in the path', () => {
  test.each([
    ['start', ['run', 'RUN', 'running', 'START']],
    ['end', ['complete', 'ok', 'success', 'finish', 'up', 'Ok']],
    ['fail', ['failed', 'failure', 'error', 'down', 'FAIL', 'Error', 'term']],
    ['log', ['LOG']],
  ])('%s: %j', async (type, words) => {
    const monitor = await server.createMonitor();
    for (const word of words) {
      expect([word, (await ping(server, `${monitor.path}/${word}/`)).event.type]).toEqual([word, type]);
    }
  });
});

describe('a form', () => {
  const MULTIPART = 'Content-Type: multipart/form-data; boundary=xyz';
  const part = (name: string, value: string) =>
    `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (name: string, value: string) =>
    `--xyz\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n${value}\r\n`;

  test.each([
    [FORM, 's=1', 'fail', null],
    [FORM, 's=1&m=disk full', 'fail', 'disk full'],
    [FORM, 'm=disk+full%21&s=0\n', 'end', 'disk full!'],
    [`${FORM}; charset=utf-8`, 'state=run', 'start', null],
    [FORM, 'm=hello', 'ping', 'hello'],
    [FORM, `s=1&m=${'x'.repeat(90_000)}`, 'fail', 'x'.repeat(90_000)],
    [MULTIPART, `${part('s', '1')}${part('m', 'disk full')}--xyz--\r\n`, 'fail', 'disk full'],
    [MULTIPART, `${part('status', 'down')}${file('m', 'from a file\n')}--xyz--\r\n`, 'fail', 'from a file\n'],
  ])('%s %.40j is %s', async (header, body, type, log) => {
    const monitor = await server.createMonitor();
    for (const method of ['POST', 'PUT', 'GET']) {
      const { event } = await ping(server, monitor.path, { method, headers: [header], body });
      expect(event).toMatchObject({ type, warnings: [] });
      expect(await bodyOf(monitor)).toBe(log);
    }
  });

  test.each([
    [FORM, 's=1&foo=bar', ['Unknown parameters were ignored: foo.'], 'fail'],
    [FORM, 's=1&m=fish & chips', ['Unknown parameters were ignored:  chips.'], 'fail'],
    [FORM, 'status=bogus', [expect.stringContaining('bogus names no result')], 'log'],
    [FORM, 'a=b&c=100% @x\n', [], 'ping'],
    [FORM, 'state=running the backup\n', [], 'ping'],
    [FORM, '=', [], 'ping'],
    [MULTIPART, `${part('a', 'b')}--xyz--\r\n`, [], 'ping'],
    [MULTIPART, 's=1', [], 'ping'],
    ['Content-Type: multipart/form-data', part('s', '1'), [], 'ping'],
    ['Content-Type: application/json', '{"status":"fail"}', [], 'ping'],
    ['Content-Type: text/plain', 's=1', [], 'ping'],
  ])('%s %.40j stays the log', async (header, body, warnings, type) => {
    const monitor = await server.createMonitor();
    const { event } = await ping(server, monitor.path, { method: 'POST', headers: [header], body });
    expect(event).toMatchObject({ type, warnings });
    expect(await bodyOf(monitor)).toBe(body);
  });

  test('above the limit reports the fields before the cut', async () => {
    const monitor = await server.createMonitor();
    const body = `s=1&m=${'x'.repeat(200_000)}`;
    const { event } = await ping(server, monitor.path, { method: 'POST', headers: [FORM], body });
    expect(event).toMatchObject({ type: 'fail', warnings: [expect.stringContaining('The body was cut')] });
    expect(await bodyOf(monitor)).toBe(body.slice(0, 100_000));
    const many = `${part('s', '1')}${part('m', 'x'.repeat(200_000))}--xyz--\r\n`;
    const { event: second } = await ping(server, monitor.path, {
      method: 'POST',
      headers: [MULTIPART],
      body: many,
    });
    expect(second).toMatchObject({ type: 'fail', warnings: [expect.stringContaining('The body was cut')] });
  });

  test('adds to a type in the path, and a failure in the form counts', async () => {
    const monitor = await server.createMonitor();
    const { event } = await ping(server, `${monitor.path}/end`, {
      method: 'POST',
      headers: [FORM],
      body: 's=1',
    });
    expect(event).toMatchObject({
      type: 'fail',
      warnings: [expect.stringContaining('s=1 reports a failure')],
    });
  });
});

describe('compressed bodies', () => {
  const LOG = 'a line of the log\n'.repeat(50);

  test.each([
    ['gzip', gzipSync(LOG)],
    ['br', brotliCompressSync(LOG)],
    ['gzip, br', brotliCompressSync(gzipSync(LOG))],
  ])('%s is stored decompressed', async (encoding, body) => {
    const monitor = await server.createMonitor();
    for (const method of ['POST', 'PUT']) {
      const headers = [`Content-Encoding: ${encoding}`];
      expect((await ping(server, `${monitor.path}/3`, { method, headers, body })).event.warnings).toEqual([]);
      expect(await bodyOf(monitor)).toBe(LOG);
    }
  });

  test('a compressed form is read', async () => {
    const monitor = await server.createMonitor();
    const headers = ['Content-Encoding: gzip', FORM];
    const body = gzipSync('s=1&m=disk full');
    expect((await ping(server, monitor.path, { method: 'POST', headers, body })).event.type).toBe('fail');
    expect(await bodyOf(monitor)).toBe('disk full');
  });

  test('a body without its declared compression is stored unchanged, with a warning', async () => {
    const monitor = await server.createMonitor();
    for (const [encoding, body] of [
      ['gzip', 'plain text'],
      ['zstd', 'whatever'],
    ] as const) {
      const headers = [`Content-Encoding: ${encoding}`];
      const { event } = await ping(server, monitor.path, { method: 'POST', headers, body });
      expect(event.warnings).toEqual([
        `The body could not be decompressed as ${encoding}, so it was kept as received.`,
      ]);
      expect(await bodyOf(monitor)).toBe(body);
    }
  });

  test('sixty-four simultaneous bombs take little memory, and all count', async () => {
    const monitor = await server.createMonitor();
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024)).subarray(0, 65_000);
    const before = server.memory();
    const headers = ['Content-Encoding: gzip'];
    const responses = await Promise.all(
      Array.from({ length: 64 }, () => ping(server, monitor.path, { method: 'POST', headers, body: bomb })),
    );
    expect(responses.map(({ event }) => event.warnings.length)).toEqual(responses.map(() => 1));
    expect(await lastEventOf(server, monitor)).toMatchObject({ number: 64, bodySize: 100_000 });
    expect(server.memory() - before).toBeLessThan(100 * 1024 * 1024);
  });
});

test('PUT is in the preflight and among the methods that a refusal names', async () => {
  const { path } = await server.createMonitor();
  const { headers } = await send(server.port, 'OPTIONS', path);
  expect(headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT');
  const refused = await send(server.port, 'DELETE', path);
  expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, POST, PUT, OPTIONS']);
});

describe('notices on the monitor', () => {
  const noticesOf = async ({ shortID }: RunningMonitor) => (await server.readMonitor(shortID)).notices;

  test('a call of an unknown path is a notice with its time and address, even after a restart', async () => {
    const monitor = await server.createMonitor();
    const paths = ['restart', '256', 'a/b', '%46AIL', '-1', ''];
    for (const path of paths) {
      const response = await send(server.port, 'GET', `${monitor.path}/${path}/`);
      expect([path, response.status]).toEqual([path, 404]);
    }
    await until(async () =>
      expect(await noticesOf(monitor)).toMatchObject([
        { kind: 'unknown_call', count: paths.length, remoteAddress: '127.0.0.1' },
      ]),
    );
    await send(server.port, 'POST', `${monitor.path}/obliterated`);
    await server.kill('SIGTERM');
    await server.restart();
    const [notice] = await noticesOf(monitor);
    expect(notice).toMatchObject({
      kind: 'unknown_call',
      count: paths.length + 1,
      message: 'POST /obliterated after the ping URL is not an endpoint. Nothing was recorded.',
    });
    expect(Date.parse(notice!.lastAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(Date.parse(notice!.firstAt)).toBeLessThan(Date.parse(notice!.lastAt));
  });

  test('calls that were not understood are notices, and stay dismissed until the next such call', async () => {
    const monitor = await server.createMonitor();
    await ping(server, `${monitor.path}?staus=down`);
    await until(async () =>
      expect(await noticesOf(monitor)).toMatchObject([
        { kind: 'warning', count: 1, message: 'Unknown parameters were ignored: staus.' },
      ]),
    );
    await server.api('DELETE', `/v1/monitors/${monitor.shortID}/notices/`);
    expect(await noticesOf(monitor)).toEqual([]);
    for (let turn = 0; turn < 30; turn += 1) await ping(server, `${monitor.path}/end?status=down`);
    await until(async () => expect(await noticesOf(monitor)).toMatchObject([{ kind: 'warning', count: 30 }]));
  });

  test('pings without warnings, long logs, and unknown ping URLs leave no notice', async () => {
    const monitor = await server.createMonitor();
    await ping(server, `${monitor.path}?status=up&host=a`);
    await ping(server, monitor.path, { method: 'POST', body: 'x'.repeat(200_000) });
    expect((await send(server.port, 'GET', '/ping/nosuchpingidnosuchpid/restart')).status).toBe(404);
    await server.kill('SIGTERM');
    await server.restart();
    expect(await noticesOf(monitor)).toEqual([]);
  });
});

describe('a filter', () => {
  const pingFilter = { searchHTTPBody: true, failureKeywords: 'FAIL', successKeywords: 'status=ok, done' };
  const post = (monitor: RunningMonitor, body: string, path = '') =>
    ping(server, `${monitor.path}${path}`, { method: 'POST', headers: [FORM], body });

  test('a POST whose body says FAIL fails, and keeps its log', async () => {
    const monitor = await server.createMonitor({ pingFilter });
    const { monitor: answered, event } = await post(monitor, 'disk 2: FAIL');
    expect([answered.status, event.type, event.warnings]).toEqual(['down', 'fail', []]);
    expect(await bodyOf(monitor)).toBe('disk 2: FAIL');
    expect((await post(monitor, 'done')).monitor.status).toBe('up');
  });

  test('a ping without a keyword is recorded as ignored, changes nothing, and adds no notice', async () => {
    const monitor = await server.createMonitor({ pingFilter });
    await post(monitor, 'done');
    const { monitor: answered, event } = await ping(server, monitor.path);
    expect([answered.status, event.number, event.type]).toEqual(['up', 2, 'ignored']);
    const before = await server.readMonitor(monitor.shortID);
    expect((await post(monitor, 'other')).event.warnings).toEqual([
      'The ping was ignored: no keyword was found.',
    ]);
    expect(await server.readMonitor(monitor.shortID)).toEqual(before);
    expect(await lastEventOf(server, monitor)).toMatchObject({ type: 'ignored', bodySize: 5 });
  });

  test('finds keywords in a form, although a whole form leaves no log', async () => {
    const monitor = await server.createMonitor({ pingFilter });
    expect((await post(monitor, 'status=ok')).event.type).toBe('end');
    expect((await post(monitor, 'status=ok&msg=FAIL')).event.type).toBe('fail');
    expect((await post(monitor, 'status=ok&msg=x')).event.type).toBe('end');
    expect(await bodyOf(monitor)).toBe('x');
  });

  test('a monitor that accepts POST only ignores the requests of link previews', async () => {
    const monitor = await server.createMonitor({ pingFilter: { methods: 'POST' } });
    expect((await ping(server, `${monitor.path}/fail`)).event.type).toBe('ignored');
    expect((await post(monitor, '', '/start')).event.type).toBe('start');
  });

  test('a ping resumes a paused monitor only without manual resume', async () => {
    const monitor = await server.createMonitor({ paused: true, manualResume: false });
    expect((await ping(server, `${monitor.path}/log`)).monitor.status).toBe('paused');
    expect((await ping(server, `${monitor.path}/fail`)).monitor.status).toBe('down');
    const manual = await server.createMonitor({ paused: true });
    expect((await ping(server, manual.path)).monitor.status).toBe('paused');
  });
});
