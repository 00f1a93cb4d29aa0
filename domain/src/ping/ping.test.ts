import { describe, expect, test } from 'vitest';
import { normalizePingID } from './ping.ts';

describe('normalized ping IDs', () => {
  test('UUIDs match in any case and with or without dashes', () => {
    const key = '0190f3a27b1c70008000abcdefabcdef';
    expect(normalizePingID('0190f3a2-7b1c-7000-8000-abcdefabcdef')).toBe(key);
    expect(normalizePingID('0190F3A2-7B1C-7000-8000-ABCDEFABCDEF')).toBe(key);
    expect(normalizePingID('0190f3a27b1c70008000ABCDEFabcdef')).toBe(key);
  });

  test('other IDs match exactly', () => {
    expect(normalizePingID('aB3dE5gH1jK7mN9pQ2rS4t')).toBe('aB3dE5gH1jK7mN9pQ2rS4t');
    expect(normalizePingID('abcdefg-')).toBe('abcdefg-');
    expect(normalizePingID('my_job-1')).toBe('my_job-1');
  });

  test.each([
    '',
    'short',
    'x'.repeat(65),
    'with space',
    'ümläutéé',
    'a/b/c/d/e',
    'abcdefgh\n',
    '%2e%2e%2f%2e',
  ])("%j can't be a ping ID", (id) => {
    expect(normalizePingID(id)).toBeNull();
  });
});
