import type { MailedLinks } from '../mailed-links.ts';
import { NO_ACCOUNT, NOT_VERIFIED, OIDC_PROVIDER } from './sign-in-settings.ts';

/**
 * Builds the request that starts a sign-in by identity provider. Contains the URLs to return to, and the invitation if there is
 * one.
 */
export function oidcRequest(
  baseURL: string,
  { invitation, next }: Readonly<Record<string, unknown>>,
  links: MailedLinks,
) {
  const isInvited = typeof invitation === 'string';
  const page = typeof next === 'string' ? next : '/';
  return {
    provider: OIDC_PROVIDER,
    // Existing users return to the invitation's page, where they accept it. New users join the team during sign-in, so they don't
    // need this page.
    callbackURL: `${baseURL}${isInvited ? `/invite/${encodeURIComponent(invitation)}` : page}`,
    newUserCallbackURL: `${baseURL}/`,
    errorCallbackURL: `${baseURL}/sign-in`,
    disableRedirect: true,
    ...(isInvited ? { additionalData: { invitation: links.read(invitation).token } } : {}),
  };
}

/** Makes the provider ask for a new sign-in instead of using its own session. */
export function demandSignIn(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const url = typeof json.url === 'string' ? URL.parse(json.url) : null;
  if (url === null) return json;
  url.searchParams.set('prompt', 'login');
  url.searchParams.set('max_age', '0');
  return { ...json, url: url.href };
}

/**
 * `no_account`: unknown user · `not_verified`: the provider or this service hasn't verified the address · `bad_identity`: the
 * provider's ID token or claims can't be accepted · `failed`: any other error.
 */
type OIDCFailure = 'no_account' | 'not_verified' | 'bad_identity' | 'failed';

/** Returns the page that the user wanted, or the sign-in page with an error. */
export function returnPath(status: number, location: string | null, baseURL: string): string {
  const code = URL.parse(location ?? '', baseURL)?.searchParams.get('error') ?? null;
  if (status === 302 && location !== null && code === null) return location;
  return `${baseURL}/sign-in?error=${FAILURES[code ?? ''] ?? 'failed'}`;
}

const FAILURES: Readonly<Record<string, OIDCFailure>> = {
  [NO_ACCOUNT]: 'no_account',
  [NOT_VERIFIED]: 'not_verified',
  account_not_linked: 'not_verified',
  unable_to_get_user_info: 'bad_identity',
};
