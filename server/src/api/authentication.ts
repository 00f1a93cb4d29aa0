import type { Caller } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { networkOf } from '@overdue/domain/network.ts';
import type { Context } from 'hono';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { requireSameOrigin } from '../platform/http/same-origin.ts';
import { hashToken, looksLikeToken } from '../platform/security/token.ts';
import type { V1Dependencies } from './dependencies.ts';
import { type AccessRequirement, requireCaller } from './permission.ts';

const BEARER = /^bearer +(\S{1,200}) *$/i;
const CALLERS_MAX = 100_000;
const ADDRESSES_MAX = 100_000;

export interface Authenticated {
  /** Null for an anonymous request to an open endpoint. */
  readonly caller: Caller | null;
  /** `Set-Cookie` header for the response. */
  readonly cookie: string | null;
}

export type Authenticate = (context: Context, requirement: AccessRequirement) => Promise<Authenticated>;

const NOBODY: Authenticated = { caller: null, cookie: null };

/**
 * Identifies the requester by token or browser session. Invalid credentials count only towards the rate limit of the sender's
 * network.
 */
export function createAuthentication(dependencies: V1Dependencies): Authenticate {
  const { store, clock, log, apiRate, accounts, baseURL } = dependencies;
  const rate = createRateLimit<string>({ ...apiRate, keysMax: CALLERS_MAX });
  const missRate = createRateLimit<string>({ ...apiRate, keysMax: ADDRESSES_MAX });

  async function byToken(header: string): Promise<Authenticated> {
    const now = clock.now();
    const token = BEARER.exec(header)?.[1];
    const access =
      token !== undefined && looksLikeToken(token) ? await store.authenticate(hashToken(token), now) : null;
    if (access === null || access.via.kind !== 'token') return NOBODY;
    const { tokenID } = access.via;
    requireRate(rate.take(tokenID, now), 'Too many requests with this token.');
    try {
      await store.recordUse({ kind: 'token', id: tokenID }, now);
    } catch (error) {
      log.warn({ err: error }, "Couldn't record the last use of a token.");
    }
    return { caller: { via: access.via, userID: access.userID, access }, cookie: null };
  }

  async function bySession(context: Context): Promise<Authenticated> {
    const now = clock.now();
    const recognized = await accounts.recognize(context.req.header('Cookie'), now);
    if (recognized === null) {
      requireSameOrigin(context, baseURL, { requiresOrigin: false });
      return NOBODY;
    }
    const { session, access, cookie } = recognized;
    // Requires `Origin`, because browsers send it with every request that changes something.
    requireSameOrigin(context, baseURL, { requiresOrigin: true });
    requireRate(rate.take(session.id, now), 'Too many requests in this session.');
    return {
      caller: {
        via: { kind: 'session', sessionID: session.id, authenticatedAt: session.authenticatedAt },
        userID: session.userID,
        access,
      },
      cookie,
    };
  }

  return async (context, requirement) => {
    const header = context.req.header('Authorization');
    const authentication = header === undefined ? await bySession(context) : await byToken(header);
    if (authentication.caller !== null) return authentication;
    requireRate(
      missRate.take(networkOf(dependencies.remoteAddress(context)), clock.now()),
      'Too many requests without a valid token.',
    );
    if (requirement !== 'anyone') requireCaller(null);
    return authentication;
  };
}

export function requireRate(waitSeconds: number | null, message: string): void {
  if (waitSeconds === null) return;
  throw new AppError('rate_limited', `${message} Wait ${waitSeconds} s before the next one.`, {
    retryAfterSeconds: waitSeconds,
  });
}
