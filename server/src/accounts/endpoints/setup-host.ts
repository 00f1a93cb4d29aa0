import { isIP } from 'node:net';
import { AppError } from '@overdue/domain/error.ts';
import type { Context } from 'hono';

interface Service {
  readonly baseURL: string;
  readonly isBaseURLSet: boolean;
}

/**
 * Throws unless the first account is created from this service's own pages. With DNS rebinding, a page of another host reaches
 * the service under that host's name, and `Host` and `Origin` agree with each other. Both are therefore compared with
 * `BASE_URL`. Without `BASE_URL`, only `localhost` and IP addresses are accepted, because rebinding needs a name.
 */
export function requireSetupHost(context: Context, { baseURL, isBaseURLSet }: Service): void {
  const host = context.req.header('Host');
  const origin = context.req.header('Origin');
  const page = origin === undefined ? null : (URL.parse(origin)?.host ?? '');
  const hosts = [host, page].filter((name) => name !== undefined && name !== null);
  const own = new URL(baseURL).host;
  const strange = hosts.find((candidate) =>
    isBaseURLSet ? candidate.toLowerCase() !== own : !isAddress(candidate),
  );
  if (strange === undefined) return;
  const named = JSON.stringify(strange.slice(0, 100));
  throw new AppError(
    'forbidden',
    isBaseURLSet
      ? `The first account can only be created at ${baseURL}, which is BASE_URL. This request came for the host ${named}. Open that address, configure your proxy to pass on the Host header, or run: overdue-server setup`
      : `BASE_URL is not set, so the first account can only be created at localhost or at an IP address. This request came for the host ${named}. Set BASE_URL to the address in your browser and restart the service, or run: overdue-server setup`,
  );
}

/** Whether the host is `localhost` or an IP address, which DNS rebinding can't use. */
function isAddress(host: string): boolean {
  const { hostname = '' } = URL.parse(`http://${host}`) ?? {};
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0
  );
}
