import { APIError } from 'better-auth/api';
import { isEmailAddress } from '../../domain/access/email-address.ts';

const NAME_LENGTH_MAX = 100;

type ProviderUser = {
  /** Undefined if the provider sent no valid address. */
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  /** '' if the provider sent no name. */
  readonly name: string;
  readonly image: undefined;
};

/**
 * Reads the claims of an ID token or of the userinfo endpoint, whose types no provider guarantees. Throws if `sub` is not a text:
 * other values could equal another person's `sub` once they are stored as texts.
 */
export function readClaims(
  { sub, email, email_verified: emailVerified, name }: Readonly<Record<string, unknown>>,
  { trustEmail }: { readonly trustEmail: boolean },
): ProviderUser {
  if (typeof sub !== 'string' || sub.trim() === '')
    throw new APIError('UNAUTHORIZED', { message: 'The identity provider sent no valid “sub”.' });
  const address = typeof email === 'string' ? email.trim().toLowerCase() : '';
  return {
    email: isEmailAddress(address) ? address : undefined,
    emailVerified: trustEmail || isTrue(emailVerified),
    name: typeof name === 'string' ? name.slice(0, NAME_LENGTH_MAX) : '',
    image: undefined,
  };
}

/** Whether a boolean claim is true. Some providers, such as Amazon Cognito, send booleans as texts. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true';
}
