import { AppError } from '../../domain/error.ts';
import type { Clock } from '../../runtime/clock.ts';
import { openedOnce } from '../../runtime/load-once.ts';
import type { BetterAuth, BetterAuthParts, OIDC } from '../better-auth.ts';
import { openBetterAuth } from '../open-better-auth.ts';
import { OIDC_PROVIDER } from './sign-in-settings.ts';

export interface OIDCClient {
  /** Throws when the identity provider can not be reached. */
  open(): Promise<BetterAuth>;
}

const DISCOVERY_MS_MAX = 10_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * better-auth asks an identity provider where its endpoints are once, when it is made, and does without it when there is no
 * answer. So one that knows it is made when somebody first signs in by it, and again until it has answered: the service starts,
 * and works for all others, while the provider is away.
 */
export function createOIDCClient(
  oidc: OIDC,
  { parts, clock }: { readonly parts: BetterAuthParts; readonly clock: Pick<Clock, 'after'> },
): OIDCClient {
  async function discover(): Promise<BetterAuth> {
    const auth = await openBetterAuth(parts, oidc);
    const { promise: tooLate, resolve } = Promise.withResolvers<null>();
    const cancel = clock.after(DISCOVERY_MS_MAX, () => resolve(null));
    const context = await Promise.race([auth.$context, tooLate]).finally(cancel);
    if (context?.socialProviders.some(({ id }) => id === OIDC_PROVIDER) === true) return auth;
    throw new AppError(
      'unavailable',
      'The identity provider gives no answer. Try again, or sign in another way.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  return { open: openedOnce(discover) };
}
