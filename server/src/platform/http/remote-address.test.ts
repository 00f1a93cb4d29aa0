import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../test/processor-time.ts';
import { readConfig } from '../config/config.ts';
import { remoteAddress } from './remote-address.ts';

function addressOf(peer: string | undefined, forwarded: string | undefined, trusted = ''): string {
  const read = readConfig({ TRUSTED_PROXIES: trusted });
  if (!read.ok) throw new Error(read.problems.join(' '));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return remoteAddress({ socket: { remoteAddress: peer }, headers }, read.config.isTrustedProxy);
}

describe('the sender of a request', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:1', '::ffff:1'],
    [undefined, ''],
  ])('the peer %s is %s', (peer, address) => {
    expect(addressOf(peer, undefined)).toBe(address);
  });

  test('headers of a peer that is not a trusted proxy are ignored', () => {
    expect(addressOf('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(addressOf('203.0.113.9', '198.51.100.1', '10.0.0.0/8')).toBe('203.0.113.9');
  });

  test.each([
    ['one proxy', '198.51.100.1', '198.51.100.1'],
    ['what its client made up', '192.0.2.66, 198.51.100.1', '198.51.100.1'],
    ['a chain of proxies', '192.0.2.66, 198.51.100.1, 10.0.0.7, 10.0.0.8', '198.51.100.1'],
    ['proxies alone', '10.0.0.6,10.0.0.7', '10.0.0.6'],
    ['a port', '198.51.100.1:4711', '198.51.100.1'],
    ['IPv6', '2001:db8::7', '2001:db8::7'],
    ['IPv6 in brackets', '[2001:db8::7]', '2001:db8::7'],
    ['IPv6 with a port', '[2001:db8::7]:4711', '2001:db8::7'],
    ['IPv4 within IPv6', '::ffff:198.51.100.1', '198.51.100.1'],
    ['spaces', '  198.51.100.1 ', '198.51.100.1'],
    ['nothing', '', '10.0.0.1'],
    ['a word', 'unknown', '10.0.0.1'],
    ['a word before a proxy', 'unknown, 10.0.0.7', '10.0.0.7'],
    ['empty places', '198.51.100.1,,', '10.0.0.1'],
    ['a list that breaks off', '198.51.100.1, [2001:db8::7', '10.0.0.1'],
    ['bytes', '\u00ff\u0000', '10.0.0.1'],
  ])('a trusted proxy that forwards %s, %j, gives the address %s', (_, forwarded, address) => {
    expect(addressOf('10.0.0.1', forwarded, '10.0.0.0/8')).toBe(address);
    expect(addressOf('::ffff:10.0.0.1', forwarded, '10.0.0.0/8')).toBe(address);
  });

  test('an address with a zone does not break the request', () => {
    expect(addressOf('10.0.0.1', 'fe80::1%eth0', '10.0.0.0/8,fe80::/10')).toBe('fe80::1%eth0');
    expect(addressOf('fe80::1%eth0', '198.51.100.1', 'fe80::/10')).toMatch(
      /^(?:198\.51\.100\.1|fe80::1%eth0)$/,
    );
  });

  test('a header of the maximum length is parsed quickly', () => {
    const forwarded = `${'10.0.0.1,'.repeat(1700)}10.0.0.2`;
    const takenMs = processorMs(() =>
      expect(addressOf('10.0.0.1', forwarded, '10.0.0.0/8')).toBe('10.0.0.1'),
    );
    expect(takenMs).toBeLessThan(200);
  });
});
