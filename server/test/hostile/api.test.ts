import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../../src/serve/endpoints.ts';
import { type HTTPResponse, openConnection, request, send } from '../connection.ts';
import { createSeededRandom } from '../fake-clock.ts';
import { ping } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer } from '../running-server.ts';
import { expectEnvelope } from './envelope.ts';

const MEGABYTE = 1024 * 1024;
const MONITORS = '/v1/monitors/';

let server: RunningServer;
let monitor: RunningMonitor;
/** Member whose token the requests contain. */
let memberID = '';
beforeAll(async () => {
  server = await startServer();
  monitor = await server.createMonitor();
  const { members } = z
    .object({ members: z.array(z.object({ memberID: z.string() })) })
    .parse(await server.api('GET', '/v1/members/'));
  memberID = members[0]?.memberID ?? '';
  await ping(server, `${monitor.path}/end`);
  const before = server.memory();
  return () =>
    endWell(server, async () => {
      expect(server.memory() - before).toBeLessThan(250 * MEGABYTE);
      const { monitors } = await server.api('GET', MONITORS);
      expect(monitors).toMatchObject([{ shortID: monitor.shortID }]);
    });
});

async function call(method: string, path: string, body?: string | Uint8Array): Promise<HTTPResponse> {
  const headers = [`Authorization: Bearer ${server.token}`, 'Content-Type: application/json'];
  return send(server.port, method, path, { headers, ...(body === undefined ? {} : { body }) });
}

/** Returns a path with existing IDs for each endpoint with a body. */
function pathsWithBody(): readonly (readonly [method: string, path: string])[] {
  // Endpoints that require a session refuse a token before they read the body.
  return ENDPOINTS.filter(
    ({ method, permission }) => (method === 'post' || method === 'patch') && permission !== 'session',
  ).map(({ method, path }) => [
    method.toUpperCase(),
    path.replace('{shortID}', monitor.shortID).replaceAll(/\{\w+\}/g, 'nosuchthng'),
  ]);
}

const TAKES_NO_BODY = /\/(?:pause|resume|on-call\/calendar)\/$/;

describe('bodies', () => {
  test.each([
    ['nothing', ''],
    ['a brace', '{'],
    ['a word', 'hello'],
    ['NaN', '{"name":NaN}'],
    ['single quotes', "{'name':'x'}"],
    ['a comma too many', '{"name":"x",}'],
    ['a comment', '{"name":"x"} // job'],
    ['two values', '{"name":"x"}{"name":"y"}'],
    ['NUL', '{"name":"x\0"}'],
    ['bad UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-8 that is too long for its letter', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
    ['null', 'null'],
    ['a number', '1e999'],
    ['a list', '[{"name":"x"}]'],
    ['lists in lists', '['.repeat(400_000)],
    ['objects in objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['a name that is an object in objects', `{"name":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['keys of prototypes', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
    ['keys of prototypes within', '{"name":"x","schedule":{"__proto__":{"type":"cron"}}}'],
    ['half a character', '{"name":"\\ud800"}'],
    ['control characters', '{"name":"a\\u0000\\u001b[31m"}'],
    ['one key twice', '{"name":1,"name":{}}'],
    ['100 000 keys', `{${Array.from({ length: 60_000 }, (_, key) => `"key${key}":1`).join(',')}}`],
    ['a name of 900 kB', `{"name":"${'n'.repeat(900_000)}"}`],
    ['50 000 tags', `{"name":"x","tags":[${Array.from({ length: 50_000 }, () => '"t"').join(',')}x]}`],
    ['2 MB', `{"name":"${'n'.repeat(2_000_000)}"}`],
    ['a cron expression of 100 kB', `{"name":"x","schedule":{"cron":"${'*/5,'.repeat(25_000)}"}}`],
    ['a cron expression that never fires', '{"name":"x","schedule":{"cron":"0 0 30 2 *"}}'],
    ['a time zone of a file', '{"name":"x","schedule":{"timezone":"../../../etc/passwd"}}'],
    ['numbers out of all bounds', '{"name":"x","alertAfterFailures":9e99,"maxRunDuration":-1e99}'],
  ])('%s is an error that names the mistake, at every endpoint', async (_, body) => {
    for (const [method, path] of pathsWithBody()) {
      if (TAKES_NO_BODY.test(path)) continue;
      const response = await call(method, path, body);
      expect([400, 404, 413, 422], `${method} ${path}`).toContain(expectEnvelope(response));
      expect(response.text.length).toBeLessThan(20_000);
    }
  });

  test.each([21, 22, 23])(
    'random values are refused in the envelope or stored as sent (seed %i)',
    async (seed) => {
      const random = createSeededRandom(seed);
      const value = (depth: number): unknown =>
        random.pick([
          () => null,
          () => random.between(-5, 2_000_000_000),
          () => random.fraction() * 1e12,
          () => random.chance(0.5),
          () => String.fromCharCode(...random.bytes(random.between(0, 20))),
          () =>
            random.pick([
              'x',
              '',
              '*/5 * * * *',
              '@daily',
              'UTC',
              'cron',
              '2026-11-21T00:00:00Z',
              '0 0 * * 8',
            ]),
          () => (depth > 3 ? [] : Array.from({ length: random.between(0, 4) }, () => value(depth + 1))),
          () =>
            depth > 3 ? {} : { schedule: value(depth + 1), type: value(depth + 1), cron: value(depth + 1) },
        ])();
      const fields = [
        'name',
        'schedule',
        'tags',
        'description',
        'alertAfterFailures',
        'maxRunDuration',
        'pingID',
      ];
      for (let turn = 0; turn < 60; turn += 1) {
        const names = fields.filter(() => random.chance(0.4));
        const body = Object.fromEntries(names.map((name) => [name, value(0)]));
        const made = await call('POST', MONITORS, JSON.stringify(body));
        expect([201, 409, 422]).toContain(expectEnvelope(made));
        if (made.status === 201) {
          const { shortID } = made.json.data.monitor as { shortID: string };
          expect((await call('DELETE', `${MONITORS}${shortID}/`)).status).toBeLessThan(300);
        }
        expect([200, 422]).toContain(
          expectEnvelope(
            await call('POST', '/v1/schedules/preview/', JSON.stringify({ schedule: value(0) })),
          ),
        );
      }
    },
  );
});

describe('forged cursors', () => {
  /** Paginated endpoints. */
  const LISTS = ENDPOINTS.filter(({ method, route }) => {
    const query = route.request?.query;
    return method === 'get' && query instanceof z.ZodObject && 'cursor' in query.shape;
  }).map(({ path }) => path);

  const pathOf = (list: string) => list.replace('{shortID}', monitor.shortID).replace('{memberID}', memberID);
  /** Returns the path of a list with its required parameters. */
  const queryOf = (list: string) => `${pathOf(list)}?${list === '/v1/search/' ? 'q=x&' : ''}`;
  const encode = (text: string) => Buffer.from(text, 'latin1').toString('base64url');

  test.each([
    'x',
    '0',
    '-1',
    '1e3',
    'null',
    '%00',
    '%ff%fe',
    "'%20OR%201=1--",
    '../../../etc/passwd',
    '[object%20Object]',
    '%5B%5D',
    'A'.repeat(121),
    'A'.repeat(10_000),
    '=',
    'ZXZlbnRzOjE=',
    encode('events:0'),
    encode('events:-5'),
    encode('monitors:1e9'),
    encode('monitors:9007199254740993'),
    encode('monitors:'),
    encode('monitors:1:2'),
    encode("tokens:' OR '1'='1"),
    encode('runs:\0'),
    encode('nothing:1'),
    encode('__proto__:1'),
    encode('\u00ff\u00fe:\u00ff'),
  ])('%j is refused by every list', async (cursor) => {
    expect(LISTS.length).toBeGreaterThan(4);
    for (const list of LISTS) {
      const path = pathOf(list);
      const response = await call('GET', `${queryOf(list)}cursor=${cursor}`);
      expect([path, expectEnvelope(response)]).toEqual([path, 422]);
      expect(response.json.data.error).toMatchObject({ fields: [{ path: 'cursor' }] });
    }
  });

  test('a cursor of one list is refused by every other', async () => {
    const own = encode('events:5');
    for (const list of LISTS) {
      const path = pathOf(list);
      const response = await call('GET', `${queryOf(list)}cursor=${own}`);
      expect([path, expectEnvelope(response)]).toEqual([path, path.includes('/events/') ? 200 : 422]);
    }
  });

  test.each(['0', '-1', '1001', '1e3', '1.5', 'x', '%00', '9'.repeat(400), '0x10', ' 5'])(
    'limit=%s is refused',
    async (limit) => {
      for (const list of LISTS) {
        const path = `${queryOf(list)}limit=${encodeURIComponent(limit)}`;
        expect(expectEnvelope(await call('GET', path))).toBe(422);
      }
    },
  );
});

describe('forged tokens', () => {
  test.each([
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer ovd_',
    `Bearer ovd_${'a'.repeat(39)}`,
    `Bearer ovd_${'a'.repeat(5000)}`,
    'Basic b3duZXI6cGFzc3dvcmQ=',
    "Bearer ' OR '1'='1",
    'Bearer \u00ff\u00fe',
    'Bearer undefined',
    'Bearer null',
    'Token x',
  ])('%s gets 401 and is not repeated in the response', async (authorization) => {
    const response = await send(server.port, 'GET', MONITORS, {
      headers: [`Authorization: ${authorization}`],
    });
    expect(expectEnvelope(response)).toBe(401);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  test('a changed token gets 401', async () => {
    const { token } = server;
    const wrong = [
      `${token}x`,
      token.slice(0, -1),
      token.toUpperCase(),
      `${token},${token}`,
      `${token} ${token}`,
    ];
    for (const token of wrong) {
      const response = await send(server.port, 'GET', MONITORS, {
        headers: [`Authorization: Bearer ${token}`],
      });
      expect(expectEnvelope(response)).toBe(401);
    }
    const twice = [`Authorization: Bearer ${token}`, 'Authorization: Bearer x'];
    expect([200, 401]).toContain((await send(server.port, 'GET', MONITORS, { headers: twice })).status);
  });

  test('a ping ID is not a token, and a token is not a ping ID', async () => {
    const headers = [`Authorization: Bearer ${monitor.pingID}`];
    expect((await send(server.port, 'GET', MONITORS, { headers })).status).toBe(401);
    expect((await send(server.port, 'GET', `/ping/${server.token}`)).status).toBe(404);
  });
});

test('secrets in odd places reach no log', async () => {
  const { token } = server;
  const odd = [
    `/v1/monitors/?token=${token}`,
    `/v1/monitors/${token}/`,
    `/ping/${monitor.pingID}/nothing`,
    `/ping/${token}`,
    `/nothing/${monitor.pingID}?rid=${token}`,
  ];
  const connection = openConnection(server.port);
  connection.write(...odd.map((path) => request('GET', path, { headers: [`X-Api-Key: ${token}`] })));
  for (const _ of odd) expectEnvelope((await connection.respond())!);
  connection.write(`${token} ${monitor.pingID} is no HTTP\r\n\r\n`);
  expectEnvelope((await connection.respond())!);
  // The token needs no check here, because stop() searches the log for secrets.
  expect(server.output()).not.toContain(monitor.pingID);
});
