import type { Context } from 'hono';
import { AppError } from '../domain/error.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Throws when a page of another host may have sent a request that changes something. Browsers send their cookies with whatever
 * page asks; with each such request they say which one it was. Programs that say nothing have no cookies that were not given to
 * them; `must` is for requests that have.
 *
 * @param baseURL a proxy may hide the host that the browser asked for
 */
export function requireSameOrigin(context: Context, baseURL: string, { must }: { must: boolean }): void {
  if (SAFE.includes(context.req.method)) return;
  const origin = context.req.header('Origin');
  if (origin === undefined && !must) return;
  const page = URL.parse(origin ?? '');
  const base = new URL(baseURL);
  // A page that came without encryption may be written by anybody on the way: it has nothing to ask of what is encrypted.
  const isPlain = page?.host === base.host && page.protocol === 'http:' && base.protocol === 'https:';
  if (page !== null && !isPlain && (page.host === context.req.header('Host') || page.host === base.host))
    return;
  throw new AppError(
    'forbidden',
    'This request does not come from a page of this service. If it does, its BASE_URL is not the address in your browser.',
  );
}
