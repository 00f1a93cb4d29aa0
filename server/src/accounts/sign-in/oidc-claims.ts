import { isEmailAddress } from '@overdue/domain/access/email-address.ts';
import { APIError } from 'better-auth/api';

const NAME_LENGTH_MAX = 100;

type ProviderUser = {
  /** Undefined if the provider sent no valid address. */
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  /** '' if the provider sent no name. */
  readonly name: string;
  readonly image: undefined;
};

type Claims = Readonly<Record<string, unknown>>;

/** Reads the claims of an ID token or of the userinfo endpoint, whose types no provider guarantees. Throws without a valid `sub`. */
export function readClaims(claims: Claims, { trustEmail }: { readonly trustEmail: boolean }): ProviderUser {
  subjectOf(claims);
  const { email, email_verified: emailVerified, name } = claims;
  const address = typeof email === 'string' ? email.trim().toLowerCase() : '';
  return {
    email: isEmailAddress(address) ? address : undefined,
    emailVerified: trustEmail || isTrue(emailVerified),
    name: typeof name === 'string' ? name.slice(0, NAME_LENGTH_MAX) : '',
    image: undefined,
  };
}

/**
 * Returns the ID of the person at the provider. Throws if `sub` is not a text: other values could equal another person's `sub` once
 * they are stored as texts.
 */
export function subjectOf({ sub }: Claims): string {
  if (typeof sub === 'string' && sub.trim() !== '') return sub;
  throw new APIError('UNAUTHORIZED', { message: 'The identity provider sent no valid “sub”.' });
}

/** Whether a boolean claim is true. Some providers, such as Amazon Cognito, send booleans as texts. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true';
}
