import { AppError } from '@overdue/domain/error.ts';
import type { BetterAuth } from './better-auth.ts';
import { throwingUnavailable } from './better-auth-call.ts';
import { unambiguousCookies } from './session-cookie.ts';
import type { ClientInfo } from './sessions.ts';
import { ADDRESS_HEADER, BASE_PATH, PASSKEY_KNOWN, TRUSTED_HEADER } from './sign-in/sign-in-settings.ts';
import type { Step } from './sign-in/steps.ts';

export interface RequestContext extends ClientInfo {
  readonly cookie: string | undefined;
  /** Origin of the service, like `https://overdue.example.com`. */
  readonly origin: string;
  /** Origin of the requesting page: `origin`, or the same host under another name. */
  readonly pageOrigin: string;
  /** IDs of users whose sign-in in this browser skips the two-factor code. */
  readonly trustedUserIDs?: readonly string[];
}

export interface StepResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
}

export function callStep(
  auth: BetterAuth,
  {
    step: { target },
    input,
    request,
  }: {
    readonly step: Step;
    readonly input: Readonly<Record<string, unknown>>;
    readonly request: RequestContext;
  },
): Promise<StepResponse> {
  if (target.method === 'POST') return callAuth(auth, { ...target, body: JSON.stringify(input) }, request);
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return callAuth(auth, { method: 'GET', path: `${target.path}?${query}` }, request);
}

export async function callAuth(
  auth: BetterAuth,
  { method, path, body }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string },
  { origin, pageOrigin, cookie, address, userAgent, trustedUserIDs = [] }: RequestContext,
): Promise<StepResponse> {
  const response = await throwingUnavailable(() =>
    auth.handler(
      new Request(`${origin}${BASE_PATH}${path}`, {
        method,
        headers: {
          origin: pageOrigin,
          'user-agent': userAgent,
          [ADDRESS_HEADER]: address,
          [TRUSTED_HEADER]: trustedUserIDs.join(),
          ...(cookie === undefined
            ? {}
            : { cookie: unambiguousCookies(cookie).replaceAll(FOREIGN_TRUST, '') }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      }),
    ),
  );
  const { status, headers } = response;
  return { status, headers, json: objectOf(await response.text()), cookies: headers.getSetCookie() };
}

/** Matches better-auth's own cookie for trusted browsers. It is removed from requests, because its trust can't be revoked. */
const FOREIGN_TRUST = /(?<![^;\s=])[^;\s=]*\.trust_device=[^;]*(?:;\s*|$)/g;

function objectOf(text: string): StepResponse['json'] {
  if (!/^\s*[[{]/.test(text)) return {};
  const json: unknown = JSON.parse(text);
  return typeof json === 'object' && json !== null ? { ...json } : {};
}

/** Throws if a step failed. Steps for page navigation report their error in the URL of the redirect. */
export function requireSuccess({ status, headers, json }: StepResponse): void {
  if (status >= 400) throw appErrorOf(status, json);
  if (status < 300) return;
  const code = URL.parse(headers.get('location') ?? '')?.searchParams.get('error') ?? '';
  throw appErrorOf(403, { code });
}

type JSONObject = Readonly<Record<string, unknown>>;

/** Our errors for better-auth's error codes. The messages say how to solve the problem. */
const REASONS: Readonly<Record<string, ['unauthorized' | 'forbidden' | 'conflict' | 'invalid', string]>> = {
  INVALID_EMAIL_OR_PASSWORD: ['unauthorized', 'The email address or the password is wrong.'],
  INVALID_PASSWORD: ['forbidden', 'The password is wrong.'],
  INVALID_TOKEN: ['forbidden', 'This link has expired or was already used. Request a new one.'],
  new_user_signup_disabled: ['forbidden', 'This link has expired or was already used. Request a new one.'],
  TOKEN_EXPIRED: ['forbidden', 'This link has expired or was already used. Request a new one.'],
  INVALID_CODE: ['unauthorized', 'The code is wrong. Enter the latest one from your app.'],
  CODE_USED: ['unauthorized', 'This code was already used. Wait for the next one in your app.'],
  INVALID_BACKUP_CODE: ['unauthorized', 'This backup code is wrong or was already used.'],
  INVALID_TWO_FACTOR_COOKIE: ['unauthorized', 'This sign-in timed out. Start again.'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['unauthorized', 'Too many wrong codes. Start the sign-in again.'],
  TOTP_ALREADY_ENABLED: ['conflict', 'Two-factor sign-in is already on.'],
  TOTP_NOT_ENABLED: ['conflict', 'Two-factor sign-in is not on.'],
  TWO_FACTOR_NOT_ENABLED: ['conflict', 'Two-factor sign-in is not on.'],
  BACKUP_CODES_NOT_ENABLED: ['conflict', 'Two-factor sign-in is not on.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: [
    'conflict',
    'Your account has no password. Sign out, then set one with "Forgot your password?".',
  ],
  PASSKEY_NOT_FOUND: ['unauthorized', 'This passkey doesn’t belong to any account here.'],
  [PASSKEY_KNOWN]: ['conflict', 'This passkey is already registered. Use another device.'],
  CHALLENGE_NOT_FOUND: ['unauthorized', 'This timed out. Start again.'],
  AUTHENTICATION_FAILED: ['unauthorized', 'The passkey was not accepted.'],
  FAILED_TO_VERIFY_REGISTRATION: ['invalid', 'The passkey was not accepted. Try another one.'],
};

/** For a request that loses to another one, which has used a backup code at the same moment. */
const BACKUP_CODE_CONFLICT =
  'This backup code was already used, or another one was used at the same moment. Try again.';

function appErrorOf(status: number, json: JSONObject): AppError {
  const code = typeof json.code === 'string' ? json.code : '';
  const [kind, message] = REASONS[code] ?? [];
  if (kind !== undefined && message !== undefined) return new AppError(kind, message);
  if (status === 401) return new AppError('unauthorized', 'Sign in first.');
  // Only backup codes cause a conflict without a code.
  if (status === 409) return new AppError('unauthorized', BACKUP_CODE_CONFLICT);
  if (status === 403)
    return new AppError('forbidden', 'Your account may not do this. Sign in again, or ask the operator.');
  if (status >= 400 && status < 500) return new AppError('bad_request', 'This request is not valid here.');
  throw new Error(`better-auth answered ${status} ${code}.`);
}
