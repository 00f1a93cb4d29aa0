import { AppError } from '../domain/error.ts';

type JSONObject = Readonly<Record<string, unknown>>;

/** What better-auth's codes mean here, in words that say what to do. */
const REASONS: Readonly<Record<string, ['unauthorized' | 'forbidden' | 'conflict' | 'invalid', string]>> = {
  INVALID_EMAIL_OR_PASSWORD: ['unauthorized', 'The email address or the password is wrong.'],
  INVALID_PASSWORD: ['forbidden', 'The password is wrong.'],
  INVALID_TOKEN: ['forbidden', 'This link has been used, or is too old. Ask for a new one.'],
  new_user_signup_disabled: ['forbidden', 'This link has been used, or is too old. Ask for a new one.'],
  TOKEN_EXPIRED: ['forbidden', 'This link has been used, or is too old. Ask for a new one.'],
  INVALID_CODE: ['unauthorized', 'The code is wrong. Look at the newest one in your app.'],
  CODE_USED: ['unauthorized', 'This code has been used. Wait for the next one in your app.'],
  INVALID_BACKUP_CODE: ['unauthorized', 'This is none of your backup codes, or has been used.'],
  INVALID_TWO_FACTOR_COOKIE: ['unauthorized', 'This sign-in took too long. Begin again.'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['unauthorized', 'Too many wrong codes. Begin the sign-in again.'],
  ACCOUNT_TEMPORARILY_LOCKED: ['unauthorized', 'Too many wrong codes. Wait some minutes.'],
  TOTP_ALREADY_ENABLED: ['conflict', 'Two-factor sign-in is on already.'],
  TOTP_NOT_ENABLED: ['conflict', 'Two-factor sign-in is not on.'],
  TWO_FACTOR_NOT_ENABLED: ['conflict', 'Two-factor sign-in is not on.'],
  BACKUP_CODES_NOT_ENABLED: ['conflict', 'Two-factor sign-in is not on.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: [
    'conflict',
    'Your account has no password. Sign out, and choose one by "Forgot your password?".',
  ],
  PASSKEY_NOT_FOUND: ['unauthorized', 'This passkey belongs to no account here.'],
  CHALLENGE_NOT_FOUND: ['unauthorized', 'This took too long. Begin again.'],
  AUTHENTICATION_FAILED: ['unauthorized', 'The passkey was not accepted.'],
  FAILED_TO_VERIFY_REGISTRATION: ['invalid', 'The passkey was not accepted. Try another one.'],
};

/** What an answer of better-auth that did not work is to us. */
export function refusalOf(status: number, json: JSONObject): AppError {
  const code = typeof json.code === 'string' ? json.code : '';
  const [kind, message] = REASONS[code] ?? [];
  if (kind !== undefined && message !== undefined) return new AppError(kind, message);
  if (status === 401) return new AppError('unauthorized', 'Sign in first.');
  if (status === 403) return new AppError('forbidden', 'This is not allowed.');
  if (status >= 400 && status < 500) return new AppError('bad_request', 'This can not be done as it is.');
  throw new Error(`better-auth answered ${status} ${code}.`);
}

/** Returns the header `Cookie` that a browser would send after an answer with these `Set-Cookie` headers. */
export function cookieHeader(setCookies: readonly string[]): string {
  return setCookies.map((cookie) => cookie.split(';', 1)[0] ?? '').join('; ');
}
