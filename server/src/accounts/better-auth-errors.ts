import { AppError } from '@overdue/domain/error.ts';

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
  ACCOUNT_TEMPORARILY_LOCKED: ['unauthorized', 'Too many wrong codes. Wait a few minutes.'],
  TOTP_ALREADY_ENABLED: ['conflict', 'Two-factor sign-in is already on.'],
  TOTP_NOT_ENABLED: ['conflict', 'Two-factor sign-in is not on.'],
  TWO_FACTOR_NOT_ENABLED: ['conflict', 'Two-factor sign-in is not on.'],
  BACKUP_CODES_NOT_ENABLED: ['conflict', 'Two-factor sign-in is not on.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: [
    'conflict',
    'Your account has no password. Sign out, then set one with "Forgot your password?".',
  ],
  PASSKEY_NOT_FOUND: ['unauthorized', 'This passkey doesn’t belong to any account here.'],
  CHALLENGE_NOT_FOUND: ['unauthorized', 'This timed out. Start again.'],
  AUTHENTICATION_FAILED: ['unauthorized', 'The passkey was not accepted.'],
  FAILED_TO_VERIFY_REGISTRATION: ['invalid', 'The passkey was not accepted. Try another one.'],
};

export function appErrorOf(status: number, json: JSONObject): AppError {
  const code = typeof json.code === 'string' ? json.code : '';
  const [kind, message] = REASONS[code] ?? [];
  if (kind !== undefined && message !== undefined) return new AppError(kind, message);
  if (status === 401) return new AppError('unauthorized', 'Sign in first.');
  if (status === 403)
    return new AppError('forbidden', 'Your account may not do this. Sign in again, or ask the operator.');
  if (status >= 400 && status < 500) return new AppError('bad_request', 'This request is not valid here.');
  throw new Error(`better-auth answered ${status} ${code}.`);
}
