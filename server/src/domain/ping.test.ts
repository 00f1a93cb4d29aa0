import { describe, expect, test } from 'vitest';
import { parsePingParameters, pingKey } from './ping.ts';

describe('parameters', () => {
  test('none are none', () => {
    expect(parsePingParameters(null, null)).toEqual({ rid: null, durationMs: null, warnings: [] });
  });

  test.each(['a', '!', '~', 'x'.repeat(128), '0190f3a2-7b1c-7000-8000-000000000000', '%00'])(
    'rid %s is taken',
    (rid) => {
      expect(parsePingParameters(rid, null)).toEqual({ rid, durationMs: null, warnings: [] });
    },
  );

  test.each(['', ' ', 'a b', 'x'.repeat(129), 'ä', '\u0000', 'a\n', '\u007f'])(
    'rid %j is ignored with a warning',
    (rid) => {
      const { rid: taken, warnings } = parsePingParameters(rid, null);
      expect(taken).toBeNull();
      expect(warnings).toEqual([expect.stringContaining('rid')]);
    },
  );

  test.each([
    ['0', 0],
    ['1', 1000],
    ['0.0004', 0],
    ['0.0005', 1],
    ['1.5', 1500],
    ['.5', 500],
    ['5.', 5000],
    ['007', 7000],
    ['1e3', 1_000_000],
    ['2.5E-1', 250],
    ['31622400', 31_622_400_000],
  ])('duration %s is %d ms', (duration, durationMs) => {
    expect(parsePingParameters(null, duration)).toEqual({ rid: null, durationMs, warnings: [] });
  });

  test.each([
    '',
    ' ',
    '-1',
    '+1',
    '31622400.001',
    '1e9999',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '1_000',
    '10s',
    '.',
    'e1',
    ' 5',
    `${'1'.repeat(15_000)}x`,
    '1'.repeat(65),
  ])('duration %j is ignored with a warning', (duration) => {
    const { durationMs, warnings } = parsePingParameters(null, duration);
    expect(durationMs).toBeNull();
    expect(warnings).toEqual([expect.stringContaining('duration')]);
  });

  test('one bad parameter does not spoil the other', () => {
    expect(parsePingParameters('a b', '5')).toMatchObject({ rid: null, durationMs: 5000 });
    expect(parsePingParameters('a', 'five')).toMatchObject({ rid: 'a', durationMs: null });
    expect(parsePingParameters('a b', 'five').warnings).toHaveLength(2);
  });
});

describe('ping keys', () => {
  test('UUIDs match in any case and with or without dashes', () => {
    const key = '0190f3a27b1c70008000abcdefabcdef';
    expect(pingKey('0190f3a2-7b1c-7000-8000-abcdefabcdef')).toBe(key);
    expect(pingKey('0190F3A2-7B1C-7000-8000-ABCDEFABCDEF')).toBe(key);
    expect(pingKey('0190f3a27b1c70008000ABCDEFabcdef')).toBe(key);
  });

  test('anything else matches as it is', () => {
    expect(pingKey('aB3dE5gH1jK7mN9pQ2rS4t')).toBe('aB3dE5gH1jK7mN9pQ2rS4t');
    expect(pingKey('abcdefg-')).toBe('abcdefg-');
    expect(pingKey('my_job-1')).toBe('my_job-1');
  });

  test.each([
    '',
    'short12',
    'x'.repeat(65),
    'with space',
    'ümläutéé',
    'a/b/c/d/e',
    'abcdefgh\n',
    '%2e%2e%2f%2e',
  ])('%j can be none', (id) => {
    expect(pingKey(id)).toBeNull();
  });
});
