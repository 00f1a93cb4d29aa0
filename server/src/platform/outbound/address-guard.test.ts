import { describe, expect, test } from 'vitest';
import { guardAddresses, isForbiddenAddress } from './address-guard.ts';

const guard = guardAddresses(() => false);

describe('without an allow-list', () => {
  test.each([
    ['0.0.0.0', 'this host'],
    ['0.255.255.255', 'this network'],
    ['10.0.0.1', 'private'],
    ['10.255.255.255', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'metadata of Alibaba'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'host of Azure'],
    ['169.254.169.254', 'metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', 'metadata of Oracle'],
    ['192.168.0.1', 'private'],
    ['198.19.255.255', 'benchmarks'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::2', 'compatible with 0.0.0.2'],
    ['::127.0.0.1', 'compatible'],
    ['::ffff:127.0.0.1', 'mapped'],
    ['::ffff:7f00:1', 'mapped'],
    ['0:0:0:0:0:ffff:a9fe:a9fe', 'mapped metadata'],
    ['::ffff:0:10.0.0.1', 'translated'],
    ['64:ff9b::10.0.0.1', 'NAT64'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['2606:4700::1%1', 'a zone'],
    ['fec0::1', 'site-local'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata of AWS'],
    ['ff02::1', 'multicast'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::1', '6to4 of loopback'],
    ['4000::1', 'not in use'],
    ['', 'nothing'],
    ['localhost', 'a name'],
    ['127.1', 'no address'],
  ])('%s is refused: %s', (address) => expect(guard(address)).toBe(false));

  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2003::1',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
  ])('%s is public', (address) => expect(guard(address)).toBe(true));
});

test('an allow-list covers each form of an address', () => {
  const allowing = guardAddresses((address) => address === '10.0.0.1' || address === 'fd00::1');
  for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1', '64:ff9b::a00:1', 'fd00::1'])
    expect(allowing(address), address).toBe(true);
  for (const address of ['10.0.0.2', '::ffff:10.0.0.2', 'fd00::2'])
    expect(allowing(address), address).toBe(false);
});

describe('with the allow-list `all`', () => {
  const all = guardAddresses(() => true);

  test.each([
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['169.254.169.254', 'metadata of most clouds'],
    ['169.254.170.2', 'credentials of AWS containers'],
    ['100.100.100.200', 'metadata of Alibaba'],
    ['168.63.129.16', 'host of Azure'],
    ['192.0.0.192', 'metadata of Oracle'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::a9fe:a9fe', 'compatible with metadata'],
    ['::ffff:169.254.169.254', 'mapped metadata'],
    ['::ffff:0:169.254.169.254', 'translated metadata'],
    ['64:ff9b::a9fe:a9fe', 'metadata behind NAT64'],
    ['64:ff9b:1::a9fe:a9fe', 'metadata behind local NAT64'],
    ['2002:a9fe:a9fe::1', '6to4 of metadata'],
    ['fe80::1', 'link-local'],
    ['febf::1', 'link-local'],
    ['fd00:ec2::254', 'metadata of AWS'],
    ['fd00:ec2::23', 'credentials of AWS containers'],
    ['fd20:ce::254', 'metadata of Google'],
    ['fd00:c1::a9fe:a9fe', 'metadata of Oracle'],
    ['fd00:42::42', 'metadata of Scaleway'],
    ['fd00:a9fe:a9fe::1', 'metadata of Linode'],
    ['fd00:100::100:200', 'metadata of Alibaba'],
    ['ff02::1', 'multicast'],
  ])('%s stays refused: %s', (address) => {
    expect(all(address)).toBe(false);
    expect(isForbiddenAddress(address)).toBe(true);
  });

  test.each(['127.0.0.1', '10.0.0.1', '100.64.0.1', '192.168.1.20', '::1', 'fd00::1', '64:ff9b:1::a00:1'])(
    '%s is allowed',
    (address) => {
      expect(all(address)).toBe(true);
      expect(isForbiddenAddress(address)).toBe(false);
    },
  );
});

test('the allow-list `all` allows no malformed address', () => {
  const all = guardAddresses(() => true);
  expect(all('127.0.0.1')).toBe(true);
  expect(all('localhost')).toBe(false);
});
