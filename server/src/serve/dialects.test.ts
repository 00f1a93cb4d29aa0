import { AppError } from '@overdue/domain/error.ts';
import { readReport } from '@overdue/domain/ping/ping-report.ts';
import { describe, expect, test } from 'vitest';
import type { DialectReading } from '../core/receive/dialect.ts';
import { readQuery } from '../platform/http/query.ts';
import { dialectsNamed } from './dialects.ts';

const ALL = dialectsNamed(null);
const UUID = '4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f45';
const UUID_KEY = UUID.replaceAll('-', '');
const TOKEN = 'gP1sYkzMnXb3vHw8QeLd5rTuC7aJf0Zo';

function dialectNamed(name: string) {
  const dialect = ALL.find((candidate) => candidate.name === name);
  if (dialect === undefined) throw new Error(`There is no dialect ${name}.`);
  return dialect;
}

function read(name: string, url: string): DialectReading | null {
  const [path = '', query = ''] = url.split('?');
  const dialect = dialectNamed(name);
  return dialect.claimsPath(path)
    ? dialect.read({ method: 'GET', path, fields: readQuery(query), header: () => undefined })
    : null;
}

/** Reads the report of a call that is a ping. */
function reportOf(name: string, url: string) {
  const reading = read(name, url);
  if (reading?.kind !== 'ping' || reading.address.by !== 'id') throw new Error(`${url} is not a ping.`);
  const report = readReport(reading.path, reading.fields);
  return {
    normalizedPingID: reading.address.normalizedPingID,
    ...report,
  };
}

const NOTHING = {
  exitStatus: null,
  durationMs: null,
  rid: null,
  message: null,
  reportedAt: null,
  warnings: [],
};

describe('Uptime Kuma', () => {
  const at = (query: string) => reportOf('uptime-kuma', `/api/push/${TOKEN}${query}`);

  test.each([
    ['', 'ping'],
    ['?status=up&msg=OK&ping=', 'end'],
    ['?status=&msg=', 'end'],
    ['?status=down&msg=', 'fail'],
    ['?status=UP', 'fail'],
    ['?status=pending', 'fail'],
    ['?status=0', 'fail'],
    ['?status=ok', 'fail'],
    ['?status=up&status=down', 'fail'],
  ])('%s: every status except up is a failure', (query, type) => {
    expect(at(query)).toMatchObject({ normalizedPingID: TOKEN, type, rid: null });
  });

  test.each([
    ['12ms', 12],
    ['0', 0],
    ['1.5e3', 1500],
    ['undefined', null],
    ['NaN', null],
    ['N/A', null],
  ])(
    'ping=%s has the number at its beginning as the duration, and other words mean no duration',
    (ping, durationMs) => {
      expect(at(`?status=up&ping=${ping}`)).toMatchObject({ type: 'end', durationMs, warnings: [] });
    },
  );

  test('a duration out of range is named', () => {
    expect(at('?status=up&ping=-1')).toMatchObject({
      type: 'end',
      warnings: [expect.stringContaining('ping')],
    });
  });

  test('the ping time is the duration in milliseconds, and the message is the log', () => {
    expect(at('?status=up&msg=all%20well&ping=1234.5')).toEqual({
      ...NOTHING,
      normalizedPingID: TOKEN,
      type: 'end',
      durationMs: 1235,
      message: 'all well',
    });
  });

  test("borgmatic's start, which has the status up, is a start", () => {
    expect(at('?status=up&msg=start')).toMatchObject({ type: 'start' });
    expect(at('?status=down&msg=start')).toMatchObject({ type: 'fail' });
  });

  test('responses have the texts that clients expect', () => {
    const { writeRefused } = dialectNamed('uptime-kuma');
    const missing = writeRefused(new AppError('not_found', 'There is no such ping URL.'));
    expect(missing).toMatchObject({
      status: 404,
      body: '{"ok":false,"msg":"Monitor not found or not active."}',
    });
    const busy = writeRefused(new AppError('rate_limited', 'Wait.'));
    expect(busy).toMatchObject({ status: 429, body: '{"ok":false,"msg":"Wait."}' });
  });
});

test.each([
  ['better-stack', `/api/v1/heartbeat/${TOKEN}`, TOKEN, 'ping', null],
  ['better-stack', `/api/v1/heartbeat/${TOKEN}/`, TOKEN, 'ping', null],
  ['better-stack', `/api/v1/heartbeat/${TOKEN}/fail`, TOKEN, 'fail', null],
  ['better-stack', `/api/v1/heartbeat/${TOKEN}/0`, TOKEN, 'end', 0],
  ['better-stack', `/api/v1/heartbeat/${TOKEN}/17/`, TOKEN, 'fail', 17],
  ['dead-mans-snitch', '/c2354d53d2', 'c2354d53d2', 'ping', null],
  ['dead-mans-snitch', '/c2354d53d2?s=0', 'c2354d53d2', 'end', 0],
  ['dead-mans-snitch', '/c2354d53d2/?s=1', 'c2354d53d2', 'fail', 1],
  ['cronhub', `/start/${UUID}`, UUID_KEY, 'start', null],
  ['cronhub', `/finish/${UUID}/`, UUID_KEY, 'end', null],
  ['cronhub', `/fail/${UUID.toUpperCase()}`, UUID_KEY, 'fail', null],
  ['cronitor', '/d3x0c1/run', 'd3x0c1', 'start', null],
  ['cronitor', '/d3x0c1/complete', 'd3x0c1', 'end', null],
  ['cronitor', '/d3x0c1/ok/', 'd3x0c1', 'end', null],
  ['cronitor', '/nightly-backup/fail', 'nightly-backup', 'fail', null],
])('%s: %s', (name, url, normalizedPingID, type, exitStatus) => {
  expect(reportOf(name, url)).toEqual({ ...NOTHING, normalizedPingID, type, exitStatus });
});

test('the message of a snitch is the log', () => {
  expect(reportOf('dead-mans-snitch', '/c2354d53d2?m=1289+files&s=3')).toMatchObject({
    type: 'fail',
    exitStatus: 3,
    message: '1289 files',
  });
});

test("Cronitor's parameters: the series is the rid, a metric the duration", () => {
  const query =
    'try=1&stamp=1700000000.5&msg=failed&host=db1&series=4711&duration=0.030&status_code=2&metric=length%3A3';
  expect(reportOf('cronitor', `/d3x0c1/fail?${query}`)).toEqual({
    normalizedPingID: 'd3x0c1',
    type: 'fail',
    exitStatus: 2,
    durationMs: 30,
    rid: '4711',
    message: 'failed',
    reportedAt: null,
    warnings: [],
  });
});

test.each([
  ['uptime-kuma', `/api/push/${TOKEN}/fail`, '/fail'],
  ['better-stack', `/api/v1/heartbeat/${TOKEN}/failed-again`, '/failed-again'],
  ['better-stack', `/api/v1/heartbeat/${TOKEN}/fail/1`, '/fail/1'],
  ['better-stack', `/api/v1/heartbeat/${TOKEN}/256`, '/256'],
])('%s: %s leaves a notice on the monitor', (name, url, rest) => {
  expect(read(name, url)).toEqual({
    kind: 'unknown_call',
    address: { by: 'id', normalizedPingID: TOKEN },
    rest,
  });
});

const MANAGEMENT_KEY = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG';
const KEY = '7Jk2mQ9xWcV4nB8sL0pZtR';

describe('Healthchecks, by slug', () => {
  const address = (creation: object | null = null) => ({
    by: 'slug',
    secret: KEY,
    slug: 'nightly',
    creation,
  });

  test.each([
    ['', 'ping', null],
    ['/', 'ping', null],
    ['/start', 'start', null],
    ['/fail', 'fail', null],
    ['/log', 'log', null],
    ['/0', 'end', 0],
    ['/255', 'fail', 255],
  ])('the action %j means %s', (action, type, exitStatus) => {
    expect(read('healthchecks', `/ping/${KEY}/nightly${action}`)).toEqual({
      kind: 'ping',
      address: address(),
      path: { type, exitStatus },
      fields: [],
    });
  });

  test('create=1 creates a check of the same name', () => {
    const creation = { name: 'nightly', config: null, manualResume: false };
    expect(read('healthchecks', `/ping/${KEY}/nightly?create=1`)).toMatchObject({
      address: address(creation),
    });
    for (const query of ['create=0', 'create=', 'create', 'create=true'])
      expect(read('healthchecks', `/ping/${KEY}/nightly?${query}`)).toMatchObject({ address: address() });
  });

  test.each([
    ['/Nightly', 'invalid url format'],
    ['/nightly/256', 'invalid url format'],
    ['/nightly/start?rid=4711', 'invalid uuid format'],
    ['/nightly?rid=', 'invalid uuid format'],
  ])('%s is refused: %s', (rest, message) => {
    expect(read('healthchecks', `/ping/${KEY}${rest}`)).toMatchObject({
      kind: 'refused',
      error: { code: 'bad_request', message },
    });
  });

  test('an unknown word after the slug leaves a notice', () => {
    expect(read('healthchecks', `/ping/${KEY}/nightly/oops`)).toEqual({
      kind: 'unknown_call',
      address: address(),
      rest: '/oops',
    });
  });

  test('responses have the exact texts of Healthchecks', () => {
    const { writeRecorded, writeRefused } = dialectNamed('healthchecks');
    const event = {
      number: 1,
      type: 'ping',
      at: 0,
      happenedAt: 0,
      durationMs: null,
      runID: '',
      warnings: [],
    } as const;
    const recorded = { pingID: 'x', status: 'up', event };
    expect(writeRecorded({ ...recorded, isNew: false })).toMatchObject({ status: 200, body: 'OK' });
    expect(writeRecorded({ ...recorded, isNew: true })).toMatchObject({ status: 201, body: 'Created' });
    const texts = [
      [new AppError('not_found', 'There is no such ping URL.'), 404, 'not found'],
      [new AppError('conflict', 'ambiguous slug'), 409, 'ambiguous slug'],
      [new AppError('bad_request', 'invalid url format'), 400, 'invalid url format'],
      [new AppError('allowance_used_up', 'Too many.'), 403, 'Too many.'],
    ] as const;
    for (const [error, status, body] of texts) expect(writeRefused(error)).toMatchObject({ status, body });
  });
});

describe('Cronitor, by API key', () => {
  test.each([
    ['/p/KEY/nightly-job?state=run', 'start'],
    ['/p/KEY/nightly-job?state=complete', 'end'],
    ['/p/KEY/nightly-job?state=fail', 'fail'],
    ['/p/KEY/nightly-job?state=ok', 'end'],
    ['/p/KEY/nightly-job', 'ping'],
    ['/ping/KEY/nightly-job?state=fail', 'fail'],
    ['/ping/KEY/nightly-job/?state=run&series=4711', 'start'],
    ['/p/KEY/nightly-job?state=logs&series=4711&message=output', 'log'],
    ['/p/KEY/nightly-job?state=tick', 'end'],
    // cronitor-kubernetes, pkg/api/telemetry.go: the state ends the path.
    ['/ping/KEY/nightly-job/run?series=4711&host=node1&stamp=1700000000', 'start'],
    ['/ping/KEY/nightly-job/logs?message=output&series=4711&stamp=1700000000', 'log'],
    ['/p/KEY/nightly-job/fail', 'fail'],
    ['/p/KEY/nightly-job?state=missed', 'log'],
    ['/p/KEY/nightly-job?state=', 'log'],
    // Event and ping() of the npm package cronitor 2.6.1.
    [
      '/ping/KEY/nightly-job?metric=error_count:0&metric=count:5&metric=duration:60&stamp=1700000000.5',
      'ping',
    ],
  ])('%s creates the monitor if needed', (url, type) => {
    const reading = read('cronitor', url.replace('KEY', KEY));
    if (reading?.kind !== 'ping') throw new Error(`${url} is not a ping.`);
    expect(reading.address).toEqual({
      by: 'slug',
      secret: KEY,
      slug: 'nightly-job',
      creation: { name: 'nightly-job', config: null },
    });
    expect(readReport(reading.path, reading.fields).type).toBe(type);
  });

  test('a monitor key with other characters becomes a slug, and stays the name', () => {
    expect(read('cronitor', `/p/${KEY}/Nightly%20Job`)).toMatchObject({
      address: { slug: 'nightly-job', creation: { name: 'Nightly Job' } },
    });
    expect(read('cronitor', `/p/${KEY}/a%0Ab`)).toMatchObject({ address: { creation: { name: 'a-b' } } });
    expect(read('cronitor', `/p/${KEY}/%ff`)).toMatchObject({ address: { slug: 'ff' } });
    expect(read('cronitor', `/p/${KEY}/%20`)).toBeNull();
  });

  test("/ping/ with a ping key and without Cronitor's parameters belongs to Healthchecks", () => {
    expect(read('cronitor', `/ping/${KEY}/nightly-job`)).toBeNull();
    expect(read('cronitor', `/ping/${KEY}/nightly-job?rid=${UUID}&create=1`)).toBeNull();
  });

  test('/ping/ with a key for the API is telemetry, with and without a state', () => {
    expect(read('cronitor', `/ping/${MANAGEMENT_KEY}/nightly-job`)).toMatchObject({
      kind: 'ping',
      address: { secret: MANAGEMENT_KEY, slug: 'nightly-job' },
    });
  });
});

describe('a path belongs to at most one dialect', () => {
  test.each([
    `/api/push/${TOKEN}`,
    `/api/v1/heartbeat/${TOKEN}/fail`,
    '/c2354d53d2',
    `/start/${UUID}`,
    `/fail/${UUID}`,
    '/d3x0c1/run',
    `/p/${KEY}/nightly`,
    '/api/7/envelope/',
    `/api/7/cron/nightly/${KEY}/`,
    '/ping/abcdefgh',
    '/ping/abcdefgh/',
    `/${UUID}/start`,
    '/7Jk2mQ9xWcV4nB8sL0pZtR',
  ])('one dialect claims %s', (path) => {
    expect(ALL.filter(({ claimsPath: claims }) => claims(path))).toHaveLength(1);
  });

  test('a path with a key and a slug under /ping/ also has the form of a ping ID and an action', () => {
    const path = `/ping/${KEY}/fail`;
    const names = ALL.filter(({ claimsPath: claims }) => claims(path)).map(({ name }) => name);
    expect(names).toEqual(['overdue', 'cronitor', 'healthchecks']);
  });

  test("our own ping URLs without /ping precede Cronitor's, which mean the same", () => {
    const path = '/7Jk2mQ9xWcV4nB8sL0pZtR/fail';
    expect(ALL.filter(({ claimsPath: claims }) => claims(path)).map(({ name }) => name)).toEqual([
      'overdue',
      'cronitor',
    ]);
  });
});

test.each([
  '/',
  '/monitors',
  '/monitors/new',
  '/monitors/abcdefghij',
  '/monitors/abcdefghij/edit',
  '/sign-in',
  '/v1/monitors/',
  '/api/v1/checks/',
  '/api/v2/checks/fail',
  '/api/v3/badges/',
  '/api/monitors',
  '/api/monitors/fail/pause',
  '/badge/x/y.svg',
  '/projects/4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f45/metrics/abc',
  '/healthz',
  '/metrics',
])('no dialect claims %s', (path) => {
  expect(ALL.filter(({ claimsPath: claims }) => claims(path))).toEqual([]);
});

describe('the setting of dialects', () => {
  test('the setting selects dialects, and never disables our own', () => {
    expect(dialectsNamed([]).map(({ name }) => name)).toEqual(['overdue']);
    expect(dialectsNamed(['cronhub', 'uptime-kuma']).map(({ name }) => name)).toEqual([
      'overdue',
      'uptime-kuma',
      'cronhub',
    ]);
  });

  test('an unknown name is an error that lists the known ones', () => {
    expect(() => dialectsNamed(['uptime-robot'])).toThrow(
      /uptime-robot\. Choose from .*uptime-kuma.*, all or none\./,
    );
  });
});
