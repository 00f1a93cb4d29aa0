import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:7:0:1::1', '2001:db8:7:0::/64'],
  ['2001:0DB8:0007:0000:ffff:ffff:ffff:ffff', '2001:db8:7:0::/64'],
  ['2001:db8:7::1', '2001:db8:7:0::/64'],
  ['2001:db8:7:1::', '2001:db8:7:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::198.51.100.7', '64:ff9b:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));
