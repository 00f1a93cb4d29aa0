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

/** Prefixes that only translators of a network use. Addresses of IPv4 are their last 32 bits. */
const TRANSLATED = ['::ffff:0:0:0/96', '64:ff9b:1::/48'].map((network) => ipaddr.IPv6.parseCIDR(network));

/** Addresses at which clouds serve the credentials of a machine, outside of the ranges of {@link FORBIDDEN_RANGES}. */
const METADATA = new Set([
  AZURE_HOST,
  '100.100.100.200', // Alibaba
  'fd00:100::100:200',
  'fd00:ec2::254', // AWS: machines, and containers
  'fd00:ec2::23',
  'fd20:ce::254', // Google
  'fd00:a9fe:a9fe::1', // Linode
  '192.0.0.192', // Oracle
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42', // Scaleway
]);

/** Ranges with no host that a team could own: 0.0.0.0/8 and `::` lead to this machine, and link-local addresses to metadata. */
const FORBIDDEN_RANGES = new Set(['unspecified', 'linkLocal', 'multicast', 'broadcast']);

/**
 * Returns a function that checks whether Overdue may connect to an address: a public address, or an address that the operator
 * allows and that is not forbidden. `isAllowed` gets IPv4 addresses in plain form.
 */
export function guardAddresses(isAllowed: (address: string) => boolean): (address: string) => boolean {
  return (written) => {
    const address = parseAddress(written);
    return (
      address !== null && (isPublic(address) || (!isForbidden(address) && isAllowed(address.toString())))
    );
  };
}

/** Returns the usual form of an address, of IPv4 if it carries one; null for any other text. */
export function plainAddress(written: string): string | null {
  return parseAddress(written)?.toString() ?? null;
}

/** Whether an address stays refused even if the operator allows it. */
export function isForbiddenAddress(written: string): boolean {
  const address = parseAddress(written);
  return address !== null && isForbidden(address);
}

function isForbidden(address: Address): boolean {
  if (FORBIDDEN_RANGES.has(address.range()) || METADATA.has(address.toString())) return true;
  if (address instanceof ipaddr.IPv4) return false;
  const bytes = address.toByteArray();
  if (address.range() === '6to4') return isForbidden(new ipaddr.IPv4(bytes.slice(2, 6)));
  return (
    TRANSLATED.some((network) => address.match(network)) && isForbidden(new ipaddr.IPv4(bytes.slice(-4)))
  );
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
