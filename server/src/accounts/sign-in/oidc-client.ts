import { AppError } from '@overdue/domain/error.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { openOnce } from '../../platform/runtime/open-once.ts';
import type { BetterAuth, BetterAuthDependencies, OIDC } from '../better-auth.ts';
import { openBetterAuth } from '../open-better-auth.ts';
import { OIDC_PROVIDER } from './sign-in-settings.ts';

export interface OIDCClient {
  open(): Promise<BetterAuth>;
}

const DISCOVERY_MS_MAX = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Creates the client at the first sign-in. If better-auth can't fetch the endpoints, the next sign-in tries again. */
export function createOIDCClient(
  oidc: OIDC,
  { parts, clock }: { readonly parts: BetterAuthDependencies; readonly clock: Pick<Clock, 'after'> },
): OIDCClient {
  async function discover(): Promise<BetterAuth> {
    const auth = await openBetterAuth(parts, oidc);
    const { promise: tooLate, resolve } = Promise.withResolvers<null>();
    const cancel = clock.after(DISCOVERY_MS_MAX, () => resolve(null));
    const context = await Promise.race([auth.$context, tooLate]).finally(cancel);
    if (context?.socialProviders.some(({ id }) => id === OIDC_PROVIDER) === true) return auth;
    throw new AppError(
      'unavailable',
      'The identity provider did not respond. Try again, or sign in another way.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  return { open: openOnce(discover) };
}
