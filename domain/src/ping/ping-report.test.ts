import { describe, expect, test } from 'vitest';
import type { PingType } from './ping.ts';
import type { Field } from './ping-field.ts';
import { isReport, type PathReport, readReport } from './ping-report.ts';

const NOTHING = {
  exitStatus: null,
  rid: null,
  durationMs: null,
  message: null,
  reportedAt: null,
  warnings: [],
};
const PLAIN_PING: PathReport = { type: 'ping', exitStatus: null };

function fieldsOf(query: string): readonly Field[] {
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

function read(query: string, type: PingType = 'ping', exitStatus: number | null = null) {
  return readReport({ type, exitStatus }, fieldsOf(query));
}

test.each(['ping', 'start', 'end', 'fail', 'log'] as const)('a %s without parameters stays one', (type) => {
  expect(readReport({ type, exitStatus: null }, [])).toEqual({ ...NOTHING, type });
});

describe('the outcome', () => {
  test.each([
    ['status=down&msg=x&ping=', 'fail', null],
    ['state=fail', 'fail', null],
    ['status=error', 'fail', null],
    ['msg=x&amp;status=down', 'fail', null],
    ['STATUS=Down', 'fail', null],
    ['s=1', 'fail', 1],
    ['s=0', 'end', 0],
    ['exit_code=3', 'fail', 3],
    ['state=run', 'start', null],
    ['status=in_progress', 'start', null],
    ['state=complete', 'end', null],
    ['status=up', 'end', null],
    ['status=2', 'fail', 2],
    ['status=down%0A', 'fail', null],
    ['state=complete&state=ok&status=0', 'end', 0],
    ['state=fail&status_code=2&duration=0.030&metric=length%3A3&series=a&host=h&stamp=1&try=1', 'fail', 2],
    ['msg=OK&ping=42', 'ping', null],
    ['status=up&msg=start', 'start', null],
    ['msg=start&status=down', 'fail', null],
    ['status=ok&msg=start', 'end', null],
    ['msg=start', 'ping', null],
  ])('%s: %s', (query, type, exitStatus) => {
    expect(read(query)).toMatchObject({ type, exitStatus, warnings: [] });
  });

  test.each([
    ['status=up&status=down', 'fail', null, 'status=up was ignored: status=down reports a failure.'],
    ['s=1&state=complete', 'fail', 1, 'state=complete was ignored: s=1 reports a failure.'],
    ['state=run&state=ok', 'start', null, 'state=ok was ignored: an earlier parameter takes precedence.'],
    ['s=-1', 'fail', null, 's=-1 is not an exit status from 0 to 255, so the ping counts as a failure.'],
    ['s=256', 'fail', null, 's=256 is not an exit status from 0 to 255, so the ping counts as a failure.'],
    ['staus=down', 'ping', null, 'Unknown parameters were ignored: staus.'],
    ['RID=a', 'ping', null, 'Unknown parameters were ignored: RID.'],
  ])('%s: %s, with a warning', (query, type, exitStatus, warning) => {
    expect(read(query)).toMatchObject({ type, exitStatus, warnings: [warning] });
  });
});

describe('a state that names no result', () => {
  const HOW = 'Send start, end, fail or an exit status.';

  test.each([
    ['state=logs&series=s1&message=output', []],
    ['status=LOG', []],
    ['exit_code=0&state=logs', []],
    ['status=', [`status is empty. ${HOW}`]],
    ['status=degraded', [`status=degraded names no result. ${HOW}`]],
    ['state=missed', [`state=missed names no result. ${HOW}`]],
    ['state=canceled', [`state=canceled names no result. ${HOW}`]],
    ['status=warning&duration=3', [`status=warning names no result. ${HOW}`]],
    ['s=abc', [`s=abc names no result. ${HOW}`]],
    ['status=up&state=pending', [`state=pending names no result. ${HOW}`]],
  ])('%s: a log, and no success', (query, warnings) => {
    expect(read(query)).toMatchObject({ type: 'log', exitStatus: null, warnings });
  });

  test.each([
    ['ping', 'state=logs&status_code=2', 'fail'],
    ['ping', 'state=run&status=degraded', 'start'],
    ['end', 'status=degraded', 'end'],
    ['fail', 'state=logs', 'fail'],
    ['start', 'status=', 'start'],
  ] as const)('%s with %s: the reported %s counts', (path, query, type) => {
    expect(read(query, path)).toMatchObject({ type });
  });
});

describe('a type in the path', () => {
  test.each([
    ['end', 0, 'state=complete', 'end', 0, []],
    ['start', null, 'state=ok', 'start', null, ['state=ok was ignored: the path says start.']],
    ['log', null, 'state=ok', 'log', null, ['state=ok was ignored: the path says log.']],
    [
      'end',
      null,
      'status=down',
      'fail',
      null,
      ['The path says end, but status=down reports a failure: the ping counts as a failure.'],
    ],
    [
      'end',
      0,
      's=3',
      'fail',
      3,
      ['The path says end, but s=3 reports a failure: the ping counts as a failure.'],
    ],
    ['start', null, 's=1', 'fail', 1, [expect.stringContaining('reports a failure')]],
    ['log', null, 's=1', 'fail', 1, [expect.stringContaining('reports a failure')]],
    ['fail', 4, 'status=up', 'fail', 4, ['status=up was ignored: the path reports a failure.']],
    ['fail', null, 's=2', 'fail', 2, []],
    ['fail', 1, 's=2', 'fail', 1, []],
  ] as const)('%s %s with %s: %s', (path, pathStatus, query, type, exitStatus, warnings) => {
    expect(read(query, path, pathStatus)).toMatchObject({ type, exitStatus, warnings });
  });
});

describe('the other parameters', () => {
  test.each([
    ['rid=a&rid=b&rid=', { rid: 'a' }],
    ['duration=3&duration=x', { durationMs: 3000 }],
    ['series=a', { rid: 'a' }],
    ['series=a&rid=b', { rid: 'b' }],
    ['check_in_id=a', { rid: 'a' }],
    ['series=&message=&metric=count:5', {}],
    ['duration=1.5&ping=99', { durationMs: 1500 }],
    ['ping=99&duration=1.5', { durationMs: 1500 }],
    ['ping=99.6', { durationMs: 100 }],
    ['metric=count:5&metric=duration:1.2', { durationMs: 1200 }],
    ['msg=disk+full', { message: 'disk full' }],
    ['m=&message=b&msg=c', { message: 'b' }],
    ['create=1&env=prod&environment=prod&host=h&stamp=1.2&try=2&_=17', {}],
  ])('reads %s', (query, expected) => {
    expect(read(query)).toEqual({ ...NOTHING, type: 'ping', ...expected });
  });

  const RID_IGNORED = 'rid was ignored: it must be 1 to 128 visible ASCII characters.';
  const DURATION_IGNORED = 'duration was ignored: it must be a number of seconds from 0 to 31622400.';

  test.each(['', ' ', 'a b', 'x'.repeat(129), 'ä', '\u0000', 'a\n', '\u007f'])(
    'rid %j is ignored with a warning',
    (value) => {
      const report = readReport(PLAIN_PING, [{ name: 'rid', value }]);
      expect(report).toMatchObject({ rid: null, warnings: [RID_IGNORED] });
    },
  );

  test.each(['a', '!', '~', 'x'.repeat(128), '0190f3a2-7b1c-7000-8000-000000000000', '%00'])(
    'rid %s is accepted',
    (value) => {
      expect(readReport(PLAIN_PING, [{ name: 'rid', value }])).toEqual({
        ...NOTHING,
        type: 'ping',
        rid: value,
      });
    },
  );

  test.each([
    ['0', 0],
    ['1', 1000],
    ['0.0004', 0],
    ['0.0005', 1],
    ['.5', 500],
    ['5.', 5000],
    ['007', 7000],
    ['1e3', 1_000_000],
    ['2.5E-1', 250],
    ['31622400', 31_622_400_000],
  ])('duration %s is %d ms', (value, durationMs) => {
    const report = readReport(PLAIN_PING, [{ name: 'duration', value }]);
    expect(report).toEqual({ ...NOTHING, type: 'ping', durationMs });
  });

  test.each([
    ...['', ' ', '-1', '+1', '31622400.001', '1e9999', 'NaN', 'Infinity', '0x10', '1,5', '1_000', '10s'],
    ...['.', 'e1', ' 5', `${'1'.repeat(15_000)}x`, '1'.repeat(65)],
  ])('duration %j is ignored with a warning', (value) => {
    const report = readReport(PLAIN_PING, [{ name: 'duration', value }]);
    expect(report).toMatchObject({ durationMs: null, warnings: [DURATION_IGNORED] });
  });

  test('an invalid parameter does not affect other parameters', () => {
    expect(read('rid=a b&duration=5&s=1')).toMatchObject({ rid: null, durationMs: 5000, type: 'fail' });
    expect(read('rid=a b&duration=five').warnings).toEqual([RID_IGNORED, DURATION_IGNORED]);
  });
});

test('warnings are few and short for any request', () => {
  const query = Array.from({ length: 2000 }, (_, index) => `x${index}=1&state=word${index}`).join('&');
  const { warnings } = read(`${'y'.repeat(9000)}=1&${query}`);
  expect(warnings).toHaveLength(10);
  for (const warning of warnings) expect(warning.length).toBeLessThan(400);
  expect(read('a%0d%0aX:1=1').warnings).toEqual(['Unknown parameters were ignored: a X:1.']);
});

describe('a form', () => {
  test.each(['s=1&m=disk full', 's=1&foo=bar', 'm=x', 'rid=a&duration=2', 'state=running', 'status=bogus'])(
    '%s is a report',
    (body) => expect(isReport(fieldsOf(body))).toBe(true),
  );

  test.each(['a=b&c=d', 'state=running the backup', 'm=x&foo=bar', 'host=a', 'duration=12 s', ''])(
    '%s is a log',
    (body) => expect(isReport(fieldsOf(body))).toBe(false),
  );
});
