import { BlockList, isIP } from 'node:net';

/** Networks that are nobody's on the Internet, or that a cloud answers its own machines on. */
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's host, which is not in a private network.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Of IPv6, all that is not global unicast is refused … */
const GLOBAL_IPV6 = ['2000::/3'];
/** … and of that, protocols' own addresses (Teredo among them), documentation, and 6to4. */
const REFUSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Prefixes of IPv6 addresses whose last 32 bits are an IPv4 address: mapped, compatible, NAT64. */
const CARRIERS_OF_IPV4 = ['::ffff:0:0/96', '::/96', '64:ff9b::/96'];

const refusedIPv4 = networks(REFUSED_IPV4, 'ipv4');
const globalIPv6 = networks(GLOBAL_IPV6, 'ipv6');
const refusedIPv6 = networks(REFUSED_IPV6, 'ipv6');
const carriers = networks(CARRIERS_OF_IPV4, 'ipv6');

/**
 * Makes the function that tells whether something may be sent to an address: one that everybody on the Internet can reach, or
 * one that the operator allows.
 */
export function guardAddresses(isAllowed: (address: string) => boolean): (address: string) => boolean {
  return (written) => {
    const address = plainAddress(written);
    return address !== null && (isPublic(address) || isAllowed(address));
  };
}

function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !refusedIPv4.check(address, 'ipv4');
  return globalIPv6.check(address, 'ipv6') && !refusedIPv6.check(address, 'ipv6');
}

/** The address that packets end up at: what an IPv6 address only carries is taken out of it. Null for what is none. */
function plainAddress(address: string): string | null {
  if (isIP(address) === 4) return address;
  // A zone names an interface of this machine.
  if (isIP(address) !== 6 || address.includes('%')) return null;
  if (address === '::' || address === '::1' || !carriers.check(address, 'ipv6')) return address;
  return lastIPv4(address);
}

function lastIPv4(address: string): string | null {
  // The URL writes each form of an IPv6 address in the same way, in groups of hexadecimal digits.
  const written = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
  if (written === undefined) return null;
  const [low = 0, high = 0] = written
    .split(':')
    .map((group) => Number.parseInt(group || '0', 16))
    .reverse();
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function networks(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const found = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    found.addSubnet(address, Number(prefix), family);
  }
  return found;
}
