import type { Context } from 'hono';
import type { Access } from '../../domain/access.ts';
import { AppError } from '../../domain/error.ts';
import { hashToken, looksLikeToken } from '../../token.ts';
import { createRateLimit } from '../rate-limit.ts';
import type { V1Dependencies } from './endpoint.ts';

const BEARER = /^bearer +(\S{1,200}) *$/i;
const TOKENS_MAX = 100_000;
const ADDRESSES_MAX = 100_000;

/** Finds out who asks. Throws when nobody does, or does so too often; a valid token never pays for bad ones. */
export function createAuthentication(dependencies: V1Dependencies): (context: Context) => Promise<Access> {
  const { store, clock, log, apiRate } = dependencies;
  const tokenRate = createRateLimit<string>({ ...apiRate, keysMax: TOKENS_MAX });
  const missRate = createRateLimit<string>({ ...apiRate, keysMax: ADDRESSES_MAX });

  return async (context) => {
    const now = clock.now();
    const token = BEARER.exec(context.req.header('Authorization') ?? '')?.[1];
    const access =
      token !== undefined && looksLikeToken(token) ? await store.authenticate(hashToken(token), now) : null;
    if (access === null) {
      refuseOften(
        missRate.take(dependencies.remoteAddress(context), now),
        'Too many requests without a valid token.',
      );
      throw new AppError(
        'unauthorized',
        'Send a valid API token in the header Authorization: Bearer ovd_… One comes with overdue-server setup; POST /v1/tokens/ makes more.',
      );
    }
    refuseOften(tokenRate.take(access.tokenID, now), 'Too many requests with this token.');
    try {
      await store.touchToken(access.tokenID, now);
    } catch (error) {
      // When a token was last used matters less than what it was used for.
      log.warn({ err: error }, 'The last use of a token could not be noted.');
    }
    return access;
  };
}

export function refuseOften(waitSeconds: number | null, message: string): void {
  if (waitSeconds === null) return;
  throw new AppError('rate_limited', `${message} Wait ${waitSeconds} s before the next one.`, {
    retryAfterSeconds: waitSeconds,
  });
}
