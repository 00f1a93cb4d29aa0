import { createClient, OverdueError } from '@overdue/sdk';
import { withReauthentication } from './account/confirmation.ts';
import { fetchOrUseEarly } from './early-responses.ts';

export const api = withReauthentication(
  createClient({
    // Tests load this file in Node, which has no location.
    baseURL: globalThis.location?.origin ?? 'http://localhost',
    credentials: 'session',
    fetch: fetchOrUseEarly,
  }),
);

export function isUnauthorized(error: unknown): boolean {
  return error instanceof OverdueError && error.status === 401;
}

export function isForbidden(error: unknown): boolean {
  return error instanceof OverdueError && error.status === 403;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof OverdueError && error.status === 404;
}
