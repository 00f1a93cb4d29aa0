import { AppError } from '@overdue/domain/error.ts';
import type { Context } from 'hono';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Throws if the `Origin` of a change has another host. Accepts the hosts in `Host` and `baseURL`, because a proxy may replace `Host`.
 * Set `requiresOrigin` for requests that use a session. Other requests may come from programs, which omit `Origin`.
 */
export function requireSameOrigin(
  context: Context,
  baseURL: string,
  { requiresOrigin }: { readonly requiresOrigin: boolean },
): void {
  if (context.req.header('Origin') === undefined && !requiresOrigin) return;
  if (isSameOrigin(context, baseURL)) return;
  throw new AppError(
    'forbidden',
    'This request does not come from a page of this service. If you see this in Overdue, BASE_URL differs from the address in your browser.',
  );
}

/** Whether a request changes nothing, or comes from a page of this service. */
export function isSameOrigin(context: Context, baseURL: string): boolean {
  if (SAFE.includes(context.req.method)) return true;
  const origin = context.req.header('Origin');
  const page = URL.parse(origin ?? '');
  const base = new URL(baseURL);
  // A plain HTTP page may have been tampered with, so it must not act on the HTTPS service.
  const isPlain = page?.host === base.host && page.protocol === 'http:' && base.protocol === 'https:';
  return page !== null && !isPlain && (page.host === context.req.header('Host') || page.host === base.host);
}
