import { PING_TYPES } from '@overdue/domain/ping/ping.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { successBody } from '../../platform/http/envelope.ts';
import type { DialectReading } from './dialect.ts';
import { overdue, overdueResponse } from './overdue.ts';

function read(path: string): DialectReading | null {
  return overdue.read({ method: 'GET', path, fields: [], header: () => undefined });
}

function ping(normalizedPingID: string, type: string, exitStatus: number | null = null) {
  return { kind: 'ping', address: { by: 'id', normalizedPingID }, path: { type, exitStatus }, fields: [] };
}

const ID = '7Jk2mQ9xWcV4nB8sL0pZtR';
const UUID = '4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f45';
const UUID_KEY = '4f6dd1e28c0e4a6b9a530e7d1b2c3f45';

describe('the path of a ping URL', () => {
  test.each([
    ['', 'ping', null],
    ['/start', 'start', null],
    ['/fail', 'fail', null],
    ['/end', 'end', null],
    ['/log', 'log', null],
    ['/0', 'end', 0],
    ['/1', 'fail', 1],
    ['/255', 'fail', 255],
    ['/000', 'end', 0],
    ['/007', 'fail', 7],
    ['/FAIL', 'fail', null],
    ['/Start', 'start', null],
    ['/LOG', 'log', null],
    ['/term', 'fail', null],
    ['/run', 'start', null],
    ['/complete', 'end', null],
    ['/ok', 'end', null],
    ['/success', 'end', null],
    ['/finish', 'end', null],
    ['/UP', 'end', null],
    ['/failed', 'fail', null],
    ['/failure', 'fail', null],
    ['/Error', 'fail', null],
    ['/down', 'fail', null],
  ])('%j is %s, with and without a slash at its end, with and without /ping', (action, type, exitStatus) => {
    for (const path of [`/ping/${ID}`, `/${ID}`]) {
      const reading = ping(ID, type, exitStatus);
      expect(overdue.claimsPath(`${path}${action}`)).toBe(true);
      expect(read(`${path}${action}`)).toEqual(reading);
      expect(read(`${path}${action}/`)).toEqual(reading);
    }
  });

  test('accepts exit statuses from 0 to 255, and nothing else', () => {
    for (let status = 0; status <= 255; status += 1) {
      const type = status === 0 ? 'end' : 'fail';
      expect(read(`/ping/${ID}/${status}`)).toEqual(ping(ID, type, status));
    }
    for (const wrong of ['256', '999', '1000', '0000', '-1', '+1', '1.0', '1e1', '0x1', ' 1', '%31', '١']) {
      expect(read(`/ping/${ID}/${wrong}`), wrong).toEqual({
        kind: 'unknown_call',
        address: { by: 'id', normalizedPingID: ID },
        rest: `/${wrong}`,
      });
    }
  });

  test.each(['TERM', 'KILL', 'SEGV', 'ABRT', 'HUP', 'INT', 'XCPU', 'RTMIN+0', 'RTMIN+30'])(
    "systemd's signal %s is a failure",
    (signal) => {
      expect(read(`/ping/${ID}/${signal}`)).toEqual(ping(ID, 'fail'));
    },
  );

  test.each([
    ...['protocol', 'timeout', 'exit-code', 'signal', 'core-dump', 'watchdog'],
    ...['start-limit-hit', 'resources', 'exec-condition', 'oom-kill'],
  ])("systemd's result %s is a failure, and success an end", (result) => {
    expect(read(`/ping/${ID}/${result}/`)).toEqual(ping(ID, 'fail'));
    expect(read(`/ping/${ID}/success`)).toEqual(ping(ID, 'end'));
  });

  test.each([UUID, UUID.toUpperCase(), UUID_KEY, UUID_KEY.toUpperCase()])(
    'the UUID %s is the same in any case, with and without dashes',
    (id) => {
      const reading = ping(UUID_KEY, 'start');
      expect(read(`/ping/${id}/start`)).toEqual(reading);
      expect(read(`/${id}/start/`)).toEqual(reading);
      expect(overdue.claimsPath(`/${id}`)).toBe(true);
    },
  );

  test('the case of other IDs distinguishes them', () => {
    expect(read(`/ping/${ID.toLowerCase()}`)).toEqual(ping(ID.toLowerCase(), 'ping'));
  });

  test.each([8, 64])('a foreign ID may have %i characters', (length) => {
    const id = 'aZ_-'.repeat(16).slice(0, length);
    expect(read(`/ping/${id}`)).toEqual(ping(id, 'ping'));
  });

  test.each([
    '/',
    '//start',
    '/start/start',
    '/restart',
    '/__proto__',
    '/constructor',
    '/toString',
    '/..',
    '/256',
  ])('the part %j after the ID has no meaning', (rest) => {
    expect(overdue.claimsPath(`/ping/${ID}${rest}`)).toBe(true);
    expect(read(`/ping/${ID}${rest}${rest === '/' ? '/' : ''}`)).toEqual({
      kind: 'unknown_call',
      address: { by: 'id', normalizedPingID: ID },
      rest,
    });
  });

  test.each([
    '/ping/',
    '/ping//',
    `/ping//${ID}`,
    `/ping/${ID}#start`,
    `/ping/${ID};x`,
    '/ping/..',
    '/ping/../v1',
    '/ping/%2e%2e/v1',
    '/ping/12345',
    `/ping/${'a'.repeat(65)}`,
    '/ping/a%62cdefgh',
    '/ping/abcdefgh\0',
    '/ping/äöüäöüäöü',
    '/ping/ping/abcdefgh',
  ])('%j is not a ping URL', (path) => {
    expect(overdue.claimsPath(path)).toBe(true);
    expect(read(path)).toBeNull();
  });
});

test.each([
  '/',
  '/ping',
  '//ping/abcdefgh',
  '/PING/abcdefgh',
  '/pings/abcdefgh',
  '/v1/monitors/',
  '/v1/docs',
  '/healthz',
  '/metrics',
  `/x/${ID}`,
  `/${ID}x`,
  `/${ID.slice(1)}`,
  `/${UUID}0`,
  '/4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f4g',
  '',
  '*',
])('%j belongs to the application', (path) => {
  expect(overdue.claimsPath(path)).toBe(false);
});

test('the response to a ping equals the response of the envelope, for any texts', () => {
  const text = fc.string({ unit: 'binary' });
  const events = fc.record({
    number: fc.nat(),
    type: fc.constantFrom(...PING_TYPES),
    at: fc.nat(),
    durationMs: fc.option(fc.integer({ min: 0, max: 10 ** 12 })),
    runID: text,
    warnings: fc.array(text, { maxLength: 3 }),
    happenedAt: fc.constant(0),
  });
  fc.assert(
    fc.property(text, events, (pingID, event) => {
      const { number, type, durationMs, runID, warnings } = event;
      expect(overdueResponse({ pingID, status: 'up', event, isNew: false })).toBe(
        successBody({
          monitor: { pingID, status: 'up' },
          event: { number, type, duration: (durationMs ?? 0) / 1000, runID, warnings },
        }),
      );
    }),
  );
});
