import { AppError } from '@overdue/domain/error.ts';
import { readReport } from '@overdue/domain/ping/ping-report.ts';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../test/processor-time.ts';
import type { CheckIn, DialectReading } from '../../core/receive/dialect.ts';
import { readQuery } from '../../platform/http/query.ts';
import { sentry } from './sentry.ts';

const KEY = '7Jk2mQ9xWcV4nB8sL0pZtR';
const ID = '0b9a6cb64a1e4f0d8a3a57b9e5f0a1c2';
const UUID = '0b9a6cb6-4a1e-4f0d-8a3a-57b9e5f0a1c2';
const CRONTAB = { type: 'crontab', value: '0 2 * * *' };

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
}

function read(url: string, { method = 'POST', headers = {} }: Sent = {}): DialectReading | null {
  const [path = '', query = ''] = url.split('?');
  expect(sentry.claimsPath(path)).toBe(true);
  return sentry.read({ method, path, fields: readQuery(query), header: (name) => headers[name] });
}

function readBody(
  body: string | Uint8Array,
  url = `/api/7/envelope/?sentry_key=${KEY}`,
  sent?: Sent,
): readonly CheckIn[] {
  const reading = read(url, sent);
  if (reading?.kind !== 'check_ins' || reading.readBody === null) throw new Error('The body is dropped.');
  const bytes = Buffer.from(body);
  const key = typeof reading.key === 'string' ? reading.key : reading.key(bytes);
  const { checkIns, problem } = reading.readBody(bytes, key);
  if (problem !== null) throw problem;
  return checkIns;
}

function item(payload: object | string, header: object = {}): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return `${JSON.stringify({ type: 'check_in', ...header })}\n${text}`;
}

function envelope(...items: readonly string[]): string {
  return ['{"sent_at":"2026-11-22T02:00:00Z"}', ...items, ''].join('\n');
}

function checkIn(more: object = {}): object {
  return { check_in_id: ID, monitor_slug: 'nightly', status: 'ok', ...more };
}

function readOne(payload: object): CheckIn {
  const [only] = readBody(envelope(item(payload)));
  if (only === undefined) throw new Error('There is no check-in.');
  return only;
}

describe('the key', () => {
  test.each([
    [
      'the header of SDKs',
      '/api/7/envelope/',
      { 'x-sentry-auth': `Sentry sentry_key=${KEY}, sentry_version=7` },
    ],
    [
      'the header, with the key last',
      '/api/7/envelope/',
      { 'x-sentry-auth': `Sentry sentry_version=7,sentry_key=${KEY}` },
    ],
    ['the standard header', '/api/7/envelope', { authorization: `Sentry sentry_key=${KEY}` }],
    ['the query of browsers', `/api/7/envelope/?sentry_version=7&sentry_key=${KEY}&sentry_client=x`, {}],
    ['the path', `/api/7/unreal/${KEY}/`, {}],
    ['the header of an error', '/api/0/store/', { 'x-sentry-auth': `Sentry sentry_key=${KEY}` }],
  ])('is found in %s', (_, url, headers) => {
    expect(read(url, { headers })).toMatchObject({ kind: 'check_ins', key: KEY });
  });

  test.each([
    ['/api/7/store/', {}, 'missing authorization information'],
    ['/api/7/envelope/?sentry_key=abc', {}, 'invalid project key'],
    ['/api/7/cron/nightly/?status=ok', {}, 'missing authorization information'],
  ])('%s without a valid key is refused', (url, headers, message) => {
    expect(read(url, { headers })).toMatchObject({
      kind: 'refused',
      error: { code: 'unauthorized', message },
    });
  });
});

describe('the key in the header of an envelope', () => {
  const tunneled = (header: object) => `${JSON.stringify(header)}\n${item(checkIn())}\n`;

  test.each([
    `https://${KEY}@overdue.example.com/7`,
    `https://${KEY}:@overdue.example.com/7`,
    `https://${KEY}:secret@overdue.example.com/path/7`,
  ])('is read if the request has no other key: %s', (dsn) => {
    expect(readBody(tunneled({ dsn }), '/api/7/envelope/')).toMatchObject([
      { address: { secret: KEY, slug: 'nightly' } },
    ]);
  });

  test.each([
    ['{}', {}, 'missing authorization information'],
    ['no text', { dsn: 7 }, 'missing authorization information'],
    ['no address', { dsn: KEY }, 'invalid project key'],
    ['no key', { dsn: 'https://overdue.example.com/7' }, 'invalid project key'],
    ['a malformed key', { dsn: 'https://abc@overdue.example.com/7' }, 'invalid project key'],
  ])('is refused: %s', (_, header, message) => {
    expect(() => readBody(tunneled(header), '/api/7/envelope/')).toThrow(
      expect.objectContaining({ code: 'unauthorized', message }),
    );
  });

  test('does not replace the key of the request', () => {
    const dsn = 'https://9Jk2mQ9xWcV4nB8sL0pZtR@overdue.example.com/7';
    expect(readBody(tunneled({ dsn }))).toMatchObject([{ address: { secret: KEY } }]);
  });
});

describe('an envelope', () => {
  test.each([
    ['without a length', envelope(item(checkIn()))],
    ['with a length', envelope(item(checkIn(), { length: JSON.stringify(checkIn()).length }))],
    ['without a line feed at its end', envelope(item(checkIn())).trimEnd()],
    ['with empty lines at its end', `${envelope(item(checkIn()))}\n\n`],
    ['with an empty header', `{}\n${item(checkIn())}`],
    [
      'with items of other types before it',
      envelope(
        item('a\nb\nc', { type: 'attachment', length: 5 }),
        item({ message: 'x' }, { type: 'event' }),
        item(checkIn()),
      ),
    ],
    ['with an item of an unknown type', envelope(item('', { type: 'of_next_year' }), item(checkIn()))],
    ['with an empty attachment', envelope(item('', { type: 'attachment', length: 0 }), item(checkIn()))],
    [
      'with umlauts, whose length counts bytes',
      envelope(item('ä', { type: 'attachment', length: 2 }), item(checkIn())),
    ],
  ])('%s has one check-in', (_, body) => {
    expect(readBody(body)).toEqual([
      {
        address: { by: 'slug', secret: KEY, slug: 'nightly', creation: null },
        report: {
          type: 'end',
          exitStatus: null,
          rid: ID,
          durationMs: null,
          message: null,
          reportedAt: null,
          warnings: [],
        },
        config: null,
      },
    ]);
  });

  test('has all of its check-ins, in order', () => {
    const body = envelope(item(checkIn({ status: 'in_progress' })), item(checkIn({ status: 'error' })));
    expect(readBody(body).map(({ report }) => report.type)).toEqual(['start', 'fail']);
  });

  test.each([
    ['{}', 0],
    ['{}\n', 0],
    [envelope(item({ message: 'x' }, { type: 'event' }), item({}, { type: 'transaction' })), 0],
  ])('%j has no check-in, and clients are told to send nothing else for an hour', (body) => {
    expect(readBody(body)).toEqual([]);
    const reading = read(`/api/7/envelope/?sentry_key=${KEY}`);
    if (reading?.kind !== 'check_ins') throw new Error('These are no check-ins.');
    const { status, body: sent, headers = [] } = reading.writeAllRecorded([]);
    expect({ status, sent }).toEqual({ status: 200, sent: '{}' });
    expect(headers[1]).toMatch(/^3600:(?:\w+;)+\w+:key:not_supported$/);
    expect(headers[1]).not.toContain('monitor');
  });

  test.each([
    ['', 'invalid envelope header'],
    ['nonsense', 'invalid envelope header'],
    ['[]\n', 'invalid envelope header'],
    [`{}\n{"length":3}\nabc`, 'invalid item header'],
    [`{}\nnonsense\n{}`, 'invalid item header'],
    [`{}\n{"type":"check_in","length":-1}\n{}`, 'invalid item header'],
    [`{}\n{"type":"check_in","length":100}\n{}`, 'unexpected end of file'],
    [`{}\n{"type":"attachment","length":1}\nabc`, 'missing newline after header or payload'],
    [`{}\n{"type":"check_in"}\n{"broken`, 'failed to deserialize check in'],
    [`{}\n{"type":"check_in"}`, 'failed to deserialize check in'],
    [`{}\n${'{"type":"x"}\n\n'.repeat(1001)}`, 'more than 1000 items'],
  ])('%j is refused', (body, reason) => {
    expect(() => readBody(body)).toThrow(`invalid event envelope: ${reason}`);
  });

  test('is parsed in linear time', () => {
    const takenMs = processorMs(() => {
      expect(() => readBody('{}\n'.repeat(350_000))).toThrow();
      expect(() => readBody(`{}${'\n'.repeat(1_000_000)}`)).not.toThrow();
    });
    expect(takenMs).toBeLessThan(2000);
  });
});

describe('a check-in', () => {
  test.each([
    ['in_progress', 'start'],
    ['ok', 'end'],
    ['error', 'fail'],
  ])('%s is %s', (status, type) => {
    expect(readOne(checkIn({ status })).report.type).toBe(type);
  });

  test.each(['missed', 'timeout', 'unknown', 'OK', '', '__proto__', 'constructor'])(
    'the status %j is refused, because nothing is guessed',
    (status) => {
      expect(() => readOne(checkIn({ status }))).toThrow('the status must be in_progress, ok or error');
    },
  );

  test.each([
    [ID, ID],
    [UUID.toUpperCase(), ID],
    ['0'.repeat(32), null],
    ['00000000-0000-0000-0000-000000000000', null],
    [undefined, null],
    [null, null],
  ])('the ID %j is the rid %j', (id, rid) => {
    expect(readOne(checkIn({ check_in_id: id })).report).toMatchObject({ rid, warnings: [] });
  });

  test('invalid details are ignored with a warning, and the check-in still counts', () => {
    expect(
      readOne(checkIn({ check_in_id: 'x', duration: -1, environment: 'staging', contexts: {} })).report,
    ).toMatchObject({
      rid: null,
      durationMs: null,
      warnings: ['check_in_id was ignored: it must be a UUID.', 'duration was ignored: it is out of range.'],
    });
  });

  test('the duration is in seconds', () => {
    expect(readOne(checkIn({ duration: 12.5 })).report.durationMs).toBe(12_500);
    expect(readOne(checkIn({ duration: 1e-7 })).report).toMatchObject({ durationMs: 0, warnings: [] });
  });

  test('the slug is derived like our own slugs', () => {
    expect(readOne(checkIn({ monitor_slug: 'Nightly Backup!' })).address).toMatchObject({
      slug: 'nightly-backup',
    });
    expect(() => readOne(checkIn({ monitor_slug: '' }))).toThrow(
      'the monitor slug is empty, too long or invalid',
    );
    expect(() => readOne({ status: 'ok' })).toThrow('a check-in needs a valid monitor_slug');
    expect(() => readBody(envelope(item('[]')))).toThrow('invalid check-in');
  });
});

describe('a monitor_config', () => {
  const configOf = (config: object) => readOne(checkIn({ monitor_config: config }));

  test('creates and updates a monitor', () => {
    const config = {
      schedule: CRONTAB,
      timezone: 'Europe/Riga',
      checkin_margin: 5,
      max_runtime: 90,
      failure_issue_threshold: 2,
      recovery_threshold: 3,
    };
    const ours = {
      schedule: { cron: '0 2 * * *', interval: undefined, timezone: 'Europe/Riga', graceDuration: 300 },
      rules: { maxRunMs: 5_400_000, alertAfterFailures: 2, recoverAfterSuccesses: 3 },
    };
    expect(configOf(config)).toMatchObject({
      address: { creation: { name: 'nightly', config: ours } },
      config: ours,
      report: { warnings: [] },
    });
  });

  test("a new monitor has Sentry's defaults: one minute of grace, 30 minutes to run", () => {
    const { address, config } = configOf({ schedule: CRONTAB, timezone: null, checkin_margin: null });
    expect(address).toMatchObject({
      creation: { config: { schedule: { graceDuration: 60 }, rules: { maxRunMs: 1_800_000 } } },
    });
    expect(config).toMatchObject({ schedule: { graceDuration: undefined }, rules: {} });
  });

  // Values of Sentry's source: `ConfigValidator` in monitors/validators.py, `get_checkin_margin` and `get_max_runtime` in
  // monitors/utils.py, and the options of relay-monitors, which drops null.
  test.each([
    [{ checkin_margin: 0 }, { graceDuration: 60 }, {}],
    [{ checkin_margin: '' }, { graceDuration: 60 }, {}],
    [{ checkin_margin: null }, { graceDuration: undefined }, {}],
    [{ max_runtime: 0 }, {}, { maxRunMs: 1_800_000 }],
    [{ max_runtime: '' }, {}, { maxRunMs: 1_800_000 }],
    [
      { failure_issue_threshold: 0, recovery_threshold: 0 },
      {},
      { alertAfterFailures: 1, recoverAfterSuccesses: 1 },
    ],
    [
      { failure_issue_threshold: '', recovery_threshold: '' },
      {},
      { alertAfterFailures: 1, recoverAfterSuccesses: 1 },
    ],
    [{ timezone: '' }, { timezone: undefined }, {}],
    [{ timezone: null }, { timezone: undefined }, {}],
    [{ owner: 'team:6' }, {}, {}],
  ])('%j means the default of Sentry, or keeps the setting', (fields, schedule, rules) => {
    const { config, report } = configOf({ schedule: CRONTAB, ...fields });
    expect(report.warnings).toEqual([]);
    expect(config).toMatchObject({ schedule: { cron: CRONTAB.value, ...schedule } });
    expect(config?.rules).toEqual(rules);
  });

  test.each([
    ['12/5 22 * * *', { cron: '12-59/5 22 * * *' }],
    ['0 2 * * 1/2', { cron: '0 2 * * 1-7/2' }],
    ['@every 1h30m', { interval: 5400, cron: undefined }],
  ])('the crontab %j becomes %j', (value, schedule) => {
    expect(configOf({ schedule: { type: 'crontab', value } }).config?.schedule).toMatchObject(schedule);
  });

  test.each([
    [1, 'minute', 60],
    [2, 'hour', 7200],
    [1, 'day', 86_400],
    [1, 'week', 604_800],
    [1, 'month', 31 * 86_400],
    [1, 'year', 366 * 86_400],
  ])('every %i %s is an interval of %i seconds', (value, unit, interval) => {
    expect(configOf({ schedule: { type: 'interval', value, unit } }).config?.schedule).toMatchObject({
      interval,
      cron: undefined,
    });
  });

  test.each([
    [{}],
    [{ schedule: { type: 'crontab' } }],
    [{ schedule: { type: 'interval', value: 1, unit: 'second' } }],
    [{ schedule: { type: 'interval', value: 0, unit: 'hour' } }],
    [{ schedule: CRONTAB, failure_issue_threshold: -1 }],
    [{ schedule: CRONTAB, checkin_margin: 40_321 }],
    [{ schedule: CRONTAB, max_runtime: 'long' }],
    ['daily'],
  ])('%j is ignored with a warning, and creates nothing', (config) => {
    const { address, config: read, report } = readOne(checkIn({ monitor_config: config }));
    expect(address).toMatchObject({ creation: null });
    expect(read).toBeNull();
    expect(report.warnings).toEqual([expect.stringMatching(/^monitor_config was ignored: /)]);
  });
});

describe('a check-in by URL', () => {
  test.each([
    ['in_progress', 'start'],
    ['ok', 'end'],
    ['error', 'fail'],
  ])('%s is %s', (status, type) => {
    const url = `/api/7/cron/nightly/${KEY}/?status=${status}&check_in_id=${UUID}&environment=production&duration=2.5`;
    for (const method of ['GET', 'POST'] as const) {
      const reading = read(url, { method });
      if (reading?.kind !== 'ping') throw new Error('This is not a ping.');
      expect(reading.address).toEqual({ by: 'slug', secret: KEY, slug: 'nightly', creation: null });
      expect(readReport(reading.path, reading.fields)).toEqual({
        type,
        exitStatus: null,
        rid: ID,
        durationMs: 2500,
        message: null,
        reportedAt: null,
        warnings: [],
      });
    }
  });

  test.each(['', '?status=', '?status=missed', '?status=timeout'])('%j has no valid status', (query) => {
    expect(read(`/api/7/cron/nightly/${KEY}${query}`)).toMatchObject({
      kind: 'refused',
      error: { code: 'bad_request', message: 'the status must be in_progress, ok or error' },
    });
  });

  test('a check-in with a JSON body has its details in the body, and its slug in the path', () => {
    const url = `/api/7/cron/nightly/${KEY}/`;
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const body = JSON.stringify({
      status: 'error',
      monitor_slug: 'other',
      monitor_config: { schedule: CRONTAB },
    });
    expect(readBody(body, url, { headers })).toMatchObject([
      { address: { slug: 'nightly', creation: { name: 'nightly' } }, report: { type: 'fail' } },
    ]);
    expect(() => readBody('{"status', url, { headers })).toThrow('failed to deserialize check in');
  });

  test('other paths belong to no dialect', () => {
    expect(read('/api/7/cron/')).toBeNull();
    expect(read(`/api/7/cron/nightly/${KEY}/more/`)).toBeNull();
    expect(read('/api/7/nothing/')).toBeNull();
  });
});

test('a slug of more than 200 characters is refused before any other work', () => {
  const slug = `a${'_'.repeat(100_000)}a`;
  expect(() => readOne(checkIn({ monitor_slug: slug }))).toThrow('too long');
  expect(read(`/api/7/cron/${slug}/${KEY}/?status=ok`)).toBeNull();
  expect(readOne(checkIn({ monitor_slug: 'A'.repeat(200) })).address).toMatchObject({
    slug: 'a'.repeat(100),
  });
});

describe('a hostile envelope takes bounded time', () => {
  const MEGABYTES_16 = 16 * 1024 * 1024;
  const millionsOf = (text: string) => `[${text.repeat(MEGABYTES_16 / text.length)}0]`;
  test.each([
    ['a header of 16 MB', millionsOf('{},'), 'invalid envelope header'],
    ['a header of 16 MB that is an object', `{"a":${millionsOf('{},')}}`, 'invalid envelope header'],
    ['an item header of 16 MB', `{}\n${millionsOf('{},')}`, 'invalid item header'],
    [
      '1000 item headers of 10 kB',
      `{}\n${`{"type":"event","a":"${'x'.repeat(10_000)}"}\n\n`.repeat(1000)}`,
      'have more than',
    ],
    [
      '160 check-ins of 100 kB',
      `{}\n${item(`{"a":[${'{},'.repeat(33_000)}0]}\n`).repeat(160)}`,
      'have more than',
    ],
    ['16 MB of empty lines', `{}${'\n'.repeat(MEGABYTES_16)}`, null],
  ])('%s', (_, text, problem) => {
    const body = Buffer.from(text);
    const work = () => readBody(body);
    const took = processorMs(() => (problem === null ? work() : expect(work).toThrow(problem)));
    expect(took).toBeLessThan(300);
  });
});

test('errors and other data are dropped without parsing', () => {
  for (const path of [
    'store/',
    'security/',
    'minidump',
    'events/1/attachments/',
    'integration/otlp/v1/traces',
  ])
    expect(read(`/api/7/${path}?sentry_key=${KEY}`)).toMatchObject({ kind: 'check_ins', readBody: null });
});

test('refusals are JSON with a detail, and a rate limit concerns only check-ins', () => {
  expect(sentry.writeRefused(new AppError('bad_request', 'why'))).toMatchObject({
    status: 400,
    body: '{"detail":"why"}',
  });
  const often = new AppError('rate_limited', 'wait', { retryAfterSeconds: 7 });
  expect(sentry.writeRefused(often)).toMatchObject({
    status: 429,
    headers: ['X-Sentry-Rate-Limits', '7:monitor:key'],
  });
});
