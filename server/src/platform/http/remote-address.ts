import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

interface Request {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/**
 * Returns the peer's address. Behind trusted proxies, returns the last untrusted address in `X-Forwarded-For`. Earlier addresses
 * may be forged.
 */
export function remoteAddress(request: Request, isTrustedProxy: (address: string) => boolean): string {
  let address = unmapAddress(request.socket.remoteAddress ?? '');
  if (!isTrustedProxy(address)) return address;
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined) return address;
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',');
  for (const hop of hops.reverse()) {
    const next = withoutPort(hop.trim());
    if (isIP(next) === 0) break;
    address = unmapAddress(next);
    if (!isTrustedProxy(address)) break;
  }
  return address;
}

export function unmapAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(hop) ? hop.slice(0, hop.lastIndexOf(':')) : hop;
}
