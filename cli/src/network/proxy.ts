import { isIPv4 } from 'node:net';

/** Environment variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Bits of an IPv4 address. */
const BITS = 32;

/**
 * Returns the proxy for a URL, by the variables and rules of curl; null if there is none. Throws if the proxy is of a kind that isn't supported.
 * Like curl, ignores HTTP_PROXY, because a web server sets this variable from the header `Proxy` of a request (CVE-2016-5385).
 */
export function proxyFor(url: string, env: Variables): string | null {
  const { protocol, hostname } = new URL(url);
  const own = protocol === 'https:' ? env.https_proxy || env.HTTPS_PROXY : env.http_proxy;
  const proxy = own || env.all_proxy || env.ALL_PROXY || '';
  if (proxy === '' || isExempt(hostname, env.no_proxy || env.NO_PROXY || '')) return null;
  const address = proxy.includes('://') ? proxy : `http://${proxy}`;
  const kind = URL.parse(address)?.protocol;
  if (kind === 'http:' || kind === 'https:') return withPort(address);
  throw new Error(`The proxy must begin with http:// or https://, not ${kind ?? 'an invalid address'}`);
}

/** The port of a proxy is 1080 for curl, unless its address names another port. */
function withPort(address: string): string {
  const url = new URL(address);
  const hasPort = /:\d+$/.test(/^[^/]*:\/\/(?:[^/@]*@)?([^/?#]*)/.exec(address)?.[1] ?? '');
  if (hasPort || url.protocol === 'https:') return url.href;
  url.port = '1080';
  return url.href;
}

/** Whether `no_proxy` names the host, a domain above the host, or a network of its address. */
function isExempt(hostname: string, list: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || matches(host, entry.toLowerCase()));
}

function matches(host: string, entry: string): boolean {
  if (isIPv4(host)) return isInNetwork(host, entry);
  const name = entry
    .replace(/^\[|\]$/g, '')
    .replace(/^\./, '')
    .replace(/\.$/, '');
  return host === name || host.endsWith(`.${name}`);
}

function isInNetwork(address: string, entry: string): boolean {
  const [network = '', bits = String(BITS)] = entry.split('/');
  if (!isIPv4(network) || !/^\d{1,2}$/.test(bits) || Number(bits) > BITS) return false;
  const size = 2 ** (BITS - Number(bits));
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(network) / size);
}

function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}
