import { isEmailAddress } from '@overdue/domain/access/email-address.ts';
import { APIError } from 'better-auth/api';
import { tryParseJSON } from '../../platform/http/try-parse-json.ts';

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

/**
 * Returns why an ID token whose signature, issuer, audience, expiry and nonce are checked signs nobody in; null if it does
 * (OpenID Connect Core 3.1.3.3 and 3.1.3.7).
 */
export function idTokenProblem(idToken: string | undefined, clientID: string): string | null {
  if (idToken === undefined) return 'The identity provider sent no ID token.';
  const claims = tryParseJSON(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
  const { aud, azp }: Claims = typeof claims === 'object' && claims !== null ? { ...claims } : {};
  if (azp !== undefined && azp !== clientID)
    return 'The identity provider issued the ID token to another client: its “azp” is not OIDC_CLIENT_ID.';
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined)
    return 'The ID token of the identity provider has several audiences, but no “azp” that says who may use it.';
  return null;
}
