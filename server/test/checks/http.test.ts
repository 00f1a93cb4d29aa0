import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ProbeTools } from '../../src/checks/probes/attempt.ts';
import { probeHTTP } from '../../src/checks/probes/http.ts';
import { CHECK_SETTINGS } from '../../src/checks/settings.ts';
import { parseTarget } from '../../src/checks/target.ts';
import { createFakeClock } from '../fake-clock.ts';
import { createTools, listen, startServer, startSilentListener } from './probe-tools.ts';

type Input = z.input<(typeof CHECK_SETTINGS)['http']>;

function check(url: string, input: Input = {}, tools: Partial<ProbeTools> = {}): Promise<CheckAttempt> {
  const parsed = parseTarget('http', url);
  if (!parsed.ok || parsed.target.kind !== 'http') throw new Error(`${url} is no target.`);
  return probeHTTP(parsed.target, CHECK_SETTINGS.http.parse(input), createTools(tools));
}

const at = (port: number, path = '/') => `http://127.0.0.1:${port}${path}`;

const FAILED = { outcome: 'failed' };
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Checks a server that answers each request with the same bytes and then ends the connection. */
async function checkAnswer(
  answer: string | Buffer,
  input: Input = {},
  tools: Partial<ProbeTools> = {},
): Promise<CheckAttempt> {
  const port = await startServer((socket) => socket.end(answer));
  return check(at(port), input, tools);
}

function answerWith(body: string | Buffer, headers = ''): Buffer {
  const head = `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** Checks a server with a clock that stands still until the server was reached, and then passes the deadline. */
async function checkUntilDeadline(
  react: (socket: Socket) => void,
  input: Input = {},
): Promise<{ readonly result: CheckAttempt; readonly pending: number }> {
  const clock = createFakeClock(0);
  const reached = Promise.withResolvers<void>();
  const port = await startServer((socket) => {
    react(socket);
    reached.resolve();
  });
  const attempt = check(at(port), input, { clock });
  await reached.promise;
  await clock.advance(10_000);
  return { result: await attempt, pending: clock.pending() };
}

describe('a request', () => {
  test('succeeds with a status from 200 to 299, and reports its phases', async () => {
    const result = await checkAnswer(OK);
    expect(result).toMatchObject({
      outcome: 'succeeded',
      code: null,
      message: '',
      address: '127.0.0.1',
      family: 4,
      status: 200,
      certificate: null,
      excerpt: null,
      phases: { dns: null, tls: null },
    });
    const { connect, firstByte, total } = result.phases;
    expect(total).toBeGreaterThanOrEqual((connect ?? Number.NaN) + (firstByte ?? Number.NaN));
  });

  test('has the method, the headers, the credentials and the body of the settings', async () => {
    const seen = Promise.withResolvers<string>();
    const port = await startServer((socket, received) => {
      seen.resolve(received);
      socket.end(OK);
    });
    await check(`http://example.com:${port}/a%20b?c=d`, {
      method: 'PUT',
      headers: { 'X-Name': 'x', accept: 'text/plain' },
      auth: { type: 'basic', user: 'ann', password: 'größe' },
      body: 'ü',
    });
    const [line, ...others] = (await seen.promise).split('\r\n');
    expect(line).toBe('PUT /a%20b?c=d HTTP/1.1');
    expect(others).toEqual(
      expect.arrayContaining([
        `host: example.com:${port}`,
        'user-agent: Overdue',
        'accept: text/plain',
        'x-name: x',
        `authorization: Basic ${Buffer.from('ann:größe').toString('base64')}`,
        'Content-Length: 2',
        'Connection: close',
        Buffer.from('ü').toString('latin1'),
      ]),
    );
  });

  test('looks up a name once, and never connects to another address', async () => {
    const looked: string[] = [];
    const port = await startServer((socket) => socket.end(OK));
    const result = await check(
      `http://rebind.example.com:${port}/`,
      {},
      {
        resolve: async (host) => {
          looked.push(host);
          return [{ address: looked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
        },
      },
    );
    expect(result).toMatchObject({ outcome: 'succeeded', address: '127.0.0.1' });
    expect(result.phases.dns).not.toBeNull();
    expect(looked).toEqual(['rebind.example.com']);
  });

  test('an aborted request has no result', async () => {
    const stop = new AbortController();
    const port = await startServer(() => stop.abort(new Error('The checker stops.')));
    await expect(check(at(port), {}, { signal: stop.signal })).rejects.toThrow('The checker stops.');
    await expect(check(at(port), {}, { signal: stop.signal })).rejects.toThrow('The checker stops.');
  });
});

describe('a response as expected', () => {
  test.each<[Input, string]>([
    [{ status: ['404'] }, 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'],
    [{ status: ['200', '500-599'] }, 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n'],
    [{}, 'HTTP/1.1 204 No Content\r\n\r\n'],
    [{}, 'HTTP/1.0 200 OK\r\n\r\nuntil the end'],
    [{ method: 'HEAD' }, 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n'],
    [{}, `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`],
    [{}, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
    [{}, `${OK}bytes after the end`],
    [{ redirects: 0, status: ['302'] }, 'HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n'],
    [{ contains: ['ok'], notContains: ['OK'] }, OK],
    [{ certificateWarnDays: 365 }, OK],
  ])('with %j: %j', async (input, answer) => {
    expect(await checkAnswer(answer, input)).toMatchObject({ outcome: 'succeeded', code: null, message: '' });
  });

  test.each([
    ['gzip', gzipSync('größer')],
    ['br', brotliCompressSync('größer')],
    ['identity', Buffer.from('größer')],
  ])('may be compressed: %s', async (encoding, body) => {
    const answer = answerWith(body, `Content-Encoding: ${encoding}\r\n`);
    expect(await checkAnswer(answer, { contains: ['größer'] })).toMatchObject({ outcome: 'succeeded' });
  });

  test('may be in another encoding of characters', async () => {
    const answer = answerWith(
      Buffer.from('größer', 'latin1'),
      'Content-Type: text/html; charset=ISO-8859-1\r\n',
    );
    expect(await checkAnswer(answer, { contains: ['größer'] })).toMatchObject({ outcome: 'succeeded' });
  });

  test('may never end if its text does not matter', async () => {
    const port = await startServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = () => {
        while (socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', more);
      more();
    });
    expect(await check(at(port))).toMatchObject({ outcome: 'succeeded', status: 200 });
    expect(await check(at(port), { contains: ['y'] })).toMatchObject({ code: 'response_too_large' });
  });

  test('has an excerpt if the attempt was made to be shown', async () => {
    expect(await checkAnswer(OK, {}, { keepsExcerpt: true })).toMatchObject({ excerpt: 'ok' });
  });

  test.each(['note', 'failure'] as const)('a slow one is a %s', async (slowIs) => {
    const clock = createFakeClock(0);
    const port = await startServer((socket) => {
      clock.stall(2001);
      socket.end(OK);
    });
    expect(await check(at(port), { slowAfter: 2, slowIs }, { clock })).toMatchObject({
      outcome: slowIs === 'note' ? 'succeeded' : 'failed',
      code: 'slow',
      message: 'The check took 2.00 seconds, more than 2.',
      phases: { firstByte: 2001, total: 2001 },
    });
    clock.dropTimers();
  });
});

describe('conditions on JSON', () => {
  const document = answerWith(JSON.stringify({ state: 'ok', lag: 3, list: [{ a: null }], on: true }));
  test.each<[NonNullable<Input['json']>[number], string | null]>([
    [{ path: 'state', op: '==', value: 'ok' }, null],
    [{ path: 'state', op: '!=', value: 'OK' }, null],
    [{ path: 'on', op: '==', value: true }, null],
    [{ path: 'list[0].a', op: '==', value: null }, null],
    [{ path: 'list[0].a', op: 'exists' }, null],
    [{ path: 'list', op: 'exists' }, null],
    [{ path: 'lag', op: '<', value: 3.5 }, null],
    [{ path: 'lag', op: '>', value: 2 }, null],
    [{ path: 'lag', op: '<', value: 3 }, 'The JSON at lag is 3, which is not < 3.'],
    [{ path: 'lag', op: '==', value: '3' }, 'The JSON at lag is 3, which is not == "3".'],
    [{ path: 'state', op: '>', value: 1 }, 'The JSON at state is "ok", which is not > 1.'],
    [{ path: 'list', op: '==', value: 'a' }, 'The JSON at list is [{"a":null}], which is not == "a".'],
    [{ path: 'gone', op: '!=', value: 1 }, 'The JSON has nothing at gone.'],
    [{ path: 'list[1]', op: 'exists' }, 'The JSON has nothing at list[1].'],
  ])('%j: %s', async (assertion, message) => {
    expect(await checkAnswer(document, { json: [assertion] })).toMatchObject(
      message === null ? { outcome: 'succeeded' } : { outcome: 'failed', code: 'json', message },
    );
  });

  test.each([
    ['<html>', 'The body is not JSON.'],
    ['', 'The body is not JSON.'],
    ['['.repeat(200_000), 'The body has too many values.'],
  ])('%.10s is an error', async (body, message) => {
    expect(await checkAnswer(answerWith(body), { json: [{ path: 'a', op: 'exists' }] })).toMatchObject({
      code: 'json',
      message,
    });
  });
});

describe('a response that misbehaves', () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  const repeated = gzipSync(Buffer.from('abcdefghij'.repeat(90_000)));
  test.each<[string, string, string | Buffer, Input]>([
    ['an unexpected status', 'status', 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n', {}],
    ['a missing text', 'text_missing', OK, { contains: ['fine'] }],
    ['a forbidden text', 'text_forbidden', OK, { notContains: ['k'] }],
    ['HTTP/0.9', 'response_malformed', '<html>hello</html>', {}],
    ['another protocol', 'response_malformed', '220 mail.example.com ESMTP\r\n', {}],
    ['nothing at all', 'response_closed', '', {}],
    ['half of the headers', 'response_closed', 'HTTP/1.1 200 OK\r\nServer: ', {}],
    [
      'headers of 40 kB',
      'response_headers_too_large',
      `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      {},
    ],
    [
      'headers of 40 kB in many lines',
      'response_headers_too_large',
      `HTTP/1.1 200 OK\r\n${'X: 12345\r\n'.repeat(4000)}\r\n`,
      {},
    ],
    ['a status line without end', 'response_headers_too_large', `HTTP/1.1 200 ${'x'.repeat(40_000)}`, {}],
    ['fewer bytes than announced', 'response_closed', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', {}],
    [
      'two lengths',
      'response_malformed',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok',
      {},
    ],
    ['a length that is none', 'response_malformed', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nok', {}],
    [
      'a wrong size of a chunk',
      'response_malformed',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n',
      {},
    ],
    [
      'a protocol that nobody asked for',
      'response_malformed',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      {},
    ],
    ['endless interim responses', 'response_malformed', 'HTTP/1.1 103 Hints\r\n\r\n'.repeat(1000), {}],
    [
      'a bomb',
      'response_compression',
      answerWith(bomb.subarray(0, 5000), 'Content-Encoding: gzip\r\n'),
      { contains: ['a'] },
    ],
    [
      'a bomb of 20 MB',
      'response_too_large',
      answerWith(bomb, 'Content-Encoding: gzip\r\n'),
      { contains: ['a'] },
    ],
    [
      'a bomb in two layers',
      'response_compression',
      answerWith(gzipSync(bomb), 'Content-Encoding: gzip, gzip\r\n'),
      { contains: ['a'] },
    ],
    [
      'a factor above 100',
      'response_compression',
      answerWith(repeated, 'Content-Encoding: gzip\r\n'),
      { contains: ['z'] },
    ],
    [
      'a broken compression',
      'response_compression',
      answerWith('not gzip', 'Content-Encoding: gzip\r\n'),
      { contains: ['a'] },
    ],
    [
      'an unknown compression',
      'response_compression',
      answerWith('ok', 'Content-Encoding: lz\r\n'),
      { contains: ['ok'] },
    ],
    [
      'a body of more than 1 MB',
      'response_too_large',
      answerWith('x'.repeat(1_000_001)),
      { notContains: ['y'] },
    ],
  ])('%s is %s', async (_, code, answer, input) => {
    expect(await checkAnswer(answer, input)).toMatchObject({ ...FAILED, code });
  });

  test('a body of 1 MB is read to its end', async () => {
    const body = `${'x'.repeat(999_999)}y`;
    expect(await checkAnswer(answerWith(body), { contains: ['y'] })).toMatchObject({ outcome: 'succeeded' });
  });

  test('a reset before the response', async () => {
    const port = await startServer((socket) => socket.resetAndDestroy());
    expect(await check(at(port))).toMatchObject({ ...FAILED, code: 'response_closed' });
  });

  test('a reset within the body', async () => {
    const port = await startServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', () => socket.resetAndDestroy());
    });
    expect(await check(at(port))).toMatchObject({ ...FAILED, code: 'response_closed', status: 200 });
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ['silence', () => {}, 'There was no response within 10 seconds.'],
    ['a drip of headers', (socket) => socket.write('HTTP/1.1 2'), 'There was no response within 10 seconds.'],
    [
      'only interim responses',
      (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
      'There was no response within 10 seconds.',
    ],
    [
      'a drip of the body',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\no'),
      'The response was not complete within 10 seconds.',
    ],
    [
      'a chunk that never comes',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
      'The response was not complete within 10 seconds.',
    ],
  ])('%s ends at the deadline', async (_, react, message) => {
    const { result, pending } = await checkUntilDeadline(react);
    expect(result).toMatchObject({ outcome: 'timed_out', code: 'response_timeout' });
    // The clock may pass the deadline before the first bytes have arrived.
    expect([message, 'There was no response within 10 seconds.']).toContain(result.message);
    expect(pending).toBe(0);
  });

  test('every answer leads to a result', async () => {
    const packed = gzipSync('hello '.repeat(100));
    const answers = [
      answerWith('hello', 'Content-Type: text/html; charset=utf-8\r\n'),
      answerWith(packed, 'Content-Encoding: gzip\r\n'),
      Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n'),
      Buffer.from(
        'HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
      ),
    ];
    let answer = Buffer.alloc(0);
    const port = await startServer((socket) => socket.end(answer));
    const edits = fc.array(fc.tuple(fc.nat(1000), fc.nat(255)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...answers), edits, fc.nat(1000), async (original, changes, cut) => {
        answer = Buffer.from(original.subarray(0, Math.max(original.byteLength - (cut % 100), 0)));
        for (const [place, byte] of changes) if (place < answer.byteLength) answer[place] = byte;
        const { outcome, code } = await check(at(port), { contains: ['hello'], redirects: 1 });
        expect(['succeeded', 'failed']).toContain(outcome);
        expect(code === null).toBe(outcome === 'succeeded');
      }),
      { numRuns: 300 },
    );
  });

  test('an excerpt has no secrets that the server sends back', async () => {
    const port = await startServer((socket, received) =>
      socket.end(`HTTP/1.1 500 Oops\r\nContent-Length: ${received.length}\r\n\r\n${received}`),
    );
    const result = await check(at(port, '/'), {
      method: 'POST',
      headers: { 'X-Key': 'hunter2-key' },
      auth: { type: 'basic', user: 'ann', password: 'hunter2' },
      body: 'hunter2-body',
    });
    expect(result).toMatchObject({ code: 'status', message: 'The status is 500, not 200-299.' });
    expect(result.excerpt).toContain('POST / HTTP/1.1');
    expect(result.excerpt).not.toContain('hunter2');
    expect(result.excerpt).not.toContain(Buffer.from('ann:hunter2').toString('base64'));
  });

  test('an excerpt is bounded and has no control characters', async () => {
    const { excerpt } = await checkAnswer(`HTTP/1.1 500 Oops\r\n\r\n\u001b[31m\u0000${'x'.repeat(5000)}`);
    expect(excerpt).toHaveLength(2000);
    expect(excerpt).toMatch(/^x+…$/);
  });
});

describe('redirects', () => {
  interface Seen {
    readonly host: string;
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
  }

  async function startRedirects(locate: (seen: Seen) => readonly [number, string] | null) {
    const seen: Seen[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      const { method = '', url = '', headers } = request;
      const one = { host: headers.host ?? '', method, path: url, headers, body };
      seen.push(one);
      const next = locate(one);
      if (next === null) response.end('the end');
      else response.writeHead(next[0], { location: next[1] }).end('moved');
    });
    return { port: await listen(server), seen };
  }

  test.each([301, 302, 303, 307, 308])('%i is followed', async (status) => {
    const { port, seen } = await startRedirects(({ path }) =>
      path === '/' ? [status, 'next?a=b#part'] : null,
    );
    expect(await check(at(port), { contains: ['the end'] })).toMatchObject({
      outcome: 'succeeded',
      status: 200,
    });
    expect(seen.map(({ path }) => path)).toEqual(['/', '/next?a=b']);
  });

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'body'],
    [308, 'POST', 'body'],
  ])('%i turns a POST into %s', async (status, method, body) => {
    const { port, seen } = await startRedirects(({ path }) => (path === '/' ? [status, '/next'] : null));
    await check(at(port), { method: 'POST', body: 'body', headers: { 'Content-Type': 'text/plain' } });
    expect(seen[1]).toMatchObject({ method, body });
    expect(seen[1]?.headers['content-type']).toBe(method === 'GET' ? undefined : 'text/plain');
  });

  test('the same origin gets the credentials again', async () => {
    const { port, seen } = await startRedirects(({ path }) => (path === '/' ? [302, '/next'] : null));
    await check(at(port), {
      auth: { type: 'bearer', token: 'hunter2' },
      headers: { 'X-Key': 'k', Host: 'a.example' },
    });
    expect(seen[1]).toMatchObject({
      host: 'a.example',
      headers: { authorization: 'Bearer hunter2', 'x-key': 'k' },
    });
  });

  test('another origin gets no secrets, nor does the first one afterwards', async () => {
    const { port, seen } = await startRedirects(({ host, path }) => {
      if (path === '/') return [302, `http://other.example:${port}/other`];
      return host.startsWith('other') ? [302, `http://first.example:${port}/back`] : null;
    });
    await check(`http://first.example:${port}/`, {
      auth: { type: 'bearer', token: 'hunter2' },
      headers: { 'X-Key': 'hunter2', Cookie: 'a=hunter2', 'Accept-Language': 'lv', Host: 'hunter2.example' },
    });
    expect(seen.map(({ path }) => path)).toEqual(['/', '/other', '/back']);
    expect(seen[0]?.host).toBe('hunter2.example');
    expect(seen[1]).toMatchObject({ host: `other.example:${port}`, headers: { 'accept-language': 'lv' } });
    expect(JSON.stringify(seen.slice(1))).not.toContain('hunter2');
  });

  test.each<[string, Input, string, (port: number) => readonly [number, string]]>([
    [
      'the body to another origin',
      { method: 'POST', body: 'b' },
      'redirect_refused',
      (port) => [307, `http://other.example:${port}/`],
    ],
    ['another scheme', {}, 'redirect_refused', () => [302, 'file:///etc/passwd']],
    ['another scheme', {}, 'redirect_refused', () => [302, 'gopher://127.0.0.1/']],
    ['a user name', {}, 'redirect_refused', (port) => [302, `http://a:hunter2@127.0.0.1:${port}/`]],
    ['no address', {}, 'redirect_refused', () => [302, 'http://a b/']],
    ['itself', {}, 'redirect_limit', () => [302, '/']],
    ['a closed port', {}, 'connect_refused', () => [302, 'http://127.0.0.1:1/']],
  ])('to %s fail', async (_, input, code, locate) => {
    const { port } = await startRedirects(() => locate(port));
    const result = await check(`http://first.example:${port}/`, input);
    expect(result).toMatchObject({ ...FAILED, code });
    expect(result.message).not.toContain('hunter2');
  });

  test('are followed up to the limit', async () => {
    const { port, seen } = await startRedirects(({ path }) => [302, `${path}a`]);
    expect(await check(at(port), { redirects: 2 })).toMatchObject({
      code: 'redirect_limit',
      message: 'There are more than 2 redirects.',
    });
    expect(seen).toHaveLength(3);
  });

  test('the message about a status counts the redirects before', async () => {
    const { port } = await startRedirects(({ path }) => (path === '/' ? [301, '/next'] : null));
    expect(await check(at(port), { status: ['301'] })).toMatchObject({
      code: 'status',
      message: 'The status is 200 after 1 redirect, not 301.',
    });
  });

  test('share one deadline', async () => {
    const clock = createFakeClock(0);
    const { port } = await startRedirects(() => {
      clock.stall(2500);
      return [302, '/'];
    });
    expect(await check(at(port), {}, { clock })).toMatchObject({
      outcome: 'timed_out',
      code: 'response_timeout',
      phases: { total: 10_000 },
    });
  });
});

/** Written forms of addresses that are refused, as in the tests of channels. */
const PRIVATE_FORMS = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '127.0.0.1.',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '10.0.0.1',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '[64:ff9b::a9fe:a9fe]',
  '0.0.0.0',
  '0',
];

describe('addresses that are not allowed', () => {
  test.each(PRIVATE_FORMS)('%s is refused', async (host) => {
    const result = await check(`http://${host}:8080/?token=hunter2`, {}, { isAllowed: () => false });
    expect(result).toMatchObject({
      ...FAILED,
      code: 'address_refused',
      address: null,
      phases: { connect: null },
    });
    expect(result.message).not.toContain('hunter2');
  });

  test.each(PRIVATE_FORMS)('a redirect to %s is refused', async (host) => {
    const port = await startServer((socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nLocation: http://${host}:8080/\r\nContent-Length: 0\r\n\r\n`),
    );
    const result = await check(at(port), {}, { isAllowed: (_, asked) => asked === port });
    expect(result).toMatchObject({ ...FAILED, code: 'address_refused', status: 302 });
  });

  test('have the same result behind a name as a name that does not exist', async () => {
    const lost = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const results = await Promise.all([
      check('http://inner.example/', {}, { isAllowed: () => false }),
      check('http://inner.example/', { family: 'ipv6' }, { isAllowed: () => false }),
      check('http://inner.example/', {}, { resolve: () => Promise.reject(lost) }),
      check('http://inner.example/', {}, { resolve: async () => [] }),
    ]);
    expect(new Set(results.map(({ code, message }) => `${code}: ${message}`)).size).toBe(1);
    expect(results[0]).toMatchObject({ ...FAILED, code: 'dns_not_found' });
  });

  test('are skipped if a name has others as well', async () => {
    const port = await startServer((socket) => socket.end(OK));
    const resolve = async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect(await check(`http://two.example:${port}/`, {}, { resolve })).toMatchObject({
      address: '127.0.0.1',
    });
  });
});

describe('addresses', () => {
  const V6_AND_V4 = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  const resolve = async () => V6_AND_V4;

  test('an address of IPv6 alone is reached', async () => {
    const server = createServer((_, response) => response.end('ok'));
    const port = await listen(server, '::1');
    const result = await check(
      `http://six.example:${port}/`,
      {},
      { resolve: async () => V6_AND_V4.slice(0, 1) },
    );
    expect(result).toMatchObject({ outcome: 'succeeded', address: '::1', family: 6 });
  });

  test('a broken IPv6 doesn’t hide a good IPv4', async () => {
    const port = await startServer((socket) => socket.end(OK));
    expect(await check(`http://both.example:${port}/`, {}, { resolve })).toMatchObject({
      outcome: 'succeeded',
      address: '127.0.0.1',
      family: 4,
    });
    expect(await check(`http://both.example:${port}/`, { family: 'ipv6' }, { resolve })).toMatchObject({
      ...FAILED,
      code: 'connect_refused',
      message: `[::1]:${port} refused the connection.`,
    });
  });

  test('an IPv6 that never answers leaves half of the time to IPv4', async () => {
    const silent = await startSilentListener('::1');
    await listen(
      createServer((_, response) => response.end('ok')),
      '127.0.0.1',
      silent,
    );
    const clock = createFakeClock(0);
    const attempt = check(`http://both.example:${silent}/`, {}, { clock, resolve });
    await clock.advance(5000);
    expect(await attempt).toMatchObject({
      outcome: 'succeeded',
      address: '127.0.0.1',
      phases: { connect: 5000, total: 5000 },
    });
    const alone = check(`http://six.example:${silent}/`, { family: 'ipv6' }, { clock, resolve });
    await clock.advance(10_000);
    expect(await alone).toMatchObject({ outcome: 'timed_out', code: 'connect_timeout', address: '::1' });
    expect(clock.pending()).toBe(0);
  });

  test('addresses that all fail are named', async () => {
    expect(await check('http://both.example:1/', {}, { resolve })).toMatchObject({
      code: 'connect_refused',
      message: '[::1]:1 refused the connection. 127.0.0.1:1 refused the connection.',
    });
  });

  test('addresses of another family are not used', async () => {
    expect(
      await check('http://four.example:1/', { family: 'ipv6' }, { resolve: async () => V6_AND_V4.slice(1) }),
    ).toMatchObject({ code: 'dns_no_address', message: 'four.example has no IPv6 address.' });
  });

  test.each([
    ['ENOTFOUND', 'failed', 'dns_not_found'],
    ['ETIMEOUT', 'timed_out', 'dns_timeout'],
    ['EREFUSED', 'failed', 'dns_refused'],
    ['EAI_AGAIN', 'failed', 'dns_failed'],
    ['ESERVFAIL', 'failed', 'dns_failed'],
  ])('a failed look-up with %s is %s, %s', async (reason, outcome, code) => {
    const lost = Object.assign(new Error(reason), { code: reason });
    expect(await check('http://lost.example/', {}, { resolve: () => Promise.reject(lost) })).toMatchObject({
      outcome,
      code,
    });
  });

  test('addresses found after the deadline are not used', async () => {
    const clock = createFakeClock(0);
    let asked = 0;
    const port = await startServer(() => {});
    const found = Promise.withResolvers<typeof V6_AND_V4>();
    const attempt = check(
      `http://late.example:${port}/`,
      {},
      {
        clock,
        resolve: () => found.promise,
        isAllowed: () => {
          asked += 1;
          return true;
        },
      },
    );
    await clock.advance(10_000);
    expect(await attempt).toMatchObject({ code: 'dns_timeout', address: null });
    found.resolve(V6_AND_V4);
    await clock.settle();
    // Asked about both addresses, and connected to none.
    expect({ asked, pending: clock.pending() }).toEqual({ asked: 2, pending: 0 });
  });

  test('a look-up without end stops at the deadline', async () => {
    const clock = createFakeClock(0);
    const attempt = check('http://slow.example/', {}, { clock, resolve: () => new Promise(() => {}) });
    await clock.advance(10_000);
    expect(await attempt).toMatchObject({
      outcome: 'timed_out',
      code: 'dns_timeout',
      phases: { dns: 10_000 },
    });
  });
});
