import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Address at which virtual machines reach Azure's platform service. Blocked explicitly, because it is outside all private ranges.
 */
const AZURE_HOST = '168.63.129.16';

/** The only globally routed part of IPv6. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Prefixes of IPv6 addresses whose last 32 bits are an IPv4 address: mapped, compatible, NAT64. */
const IPV4_CARRIERS = ['::ffff:0:0/96', '::/96', '64:ff9b::/96'].map((network) =>
  ipaddr.IPv6.parseCIDR(network),
);

/**
 * Returns a function that checks whether Overdue may connect to an address: a public address, or an address that the operator
 * allows. `isAllowed` gets IPv4 addresses in plain form.
 */
export function guardAddresses(isAllowed: (address: string) => boolean): (address: string) => boolean {
  return (written) => {
    const address = parseAddress(written);
    return address !== null && (isPublic(address) || isAllowed(address.toString()));
  };
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 ? address.toString() !== AZURE_HOST : address.match(GLOBAL_UNICAST);
}

/** Parses an address. Unwraps an IPv4 address inside an IPv6 address. Returns null for any other text, such as a name. */
function parseAddress(written: string): Address | null {
  // Rejects zones (%eth0), which name local interfaces, and short forms that the parser accepts, such as 127.1.
  if (isIP(written) === 0 || written.includes('%')) return null;
  const address = ipaddr.parse(written);
  if (address instanceof ipaddr.IPv4) return address;
  const isLocal = address.range() === 'unspecified' || address.range() === 'loopback';
  const carriesIPv4 = !isLocal && IPV4_CARRIERS.some((network) => address.match(network));
  return carriesIPv4 ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;
}
