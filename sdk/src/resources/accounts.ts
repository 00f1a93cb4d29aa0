import type { Account, AccountEdit, DeviceInput, Responses, Setup, SetupInput } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { OverdueError } from '../error.ts';

export interface Passkey {
  readonly passkeyID: string;
  /** Name of the passkey; '' if it has none. */
  readonly name: string;
  /** Whether the passkey is synced to several devices. */
  readonly isSynced: boolean;
  readonly createdAt: string | null;
}

export interface TwoFactorSecret {
  /** URI `otpauth://…` to show as a QR code. */
  readonly totpURI: string;
  /** One-time codes for sign-ins without the app. Only this response contains them. */
  readonly backupCodes: readonly string[];
}

/** `needsCode`: whether the sign-in still needs a code. */
interface SignedIn {
  readonly needsCode: boolean;
}

/** JSON that a browser's authenticator accepts or returns, as defined by WebAuthn. */
type Ceremony = Readonly<Record<string, unknown>>;

/**
 * Your account and its sign-ins. All methods except `get` and `readSetup` are for the service's own pages, with `credentials:
 * 'session'`: the session is in a browser cookie that scripts can't read.
 */
export interface AccountsAPI {
  /** Reads the sign-in methods. Needs no sign-in. */
  readSetup(options?: RequestOptions): Promise<Setup>;
  /** Creates the first user and signs in. */
  setUp(input: SetupInput, options?: RequestOptions): Promise<Setup>;

  get(options?: RequestOptions): Promise<Account>;
  /** Changes the account. `teamID` switches this session to another team. */
  update(edit: AccountEdit, options?: RequestOptions): Promise<Account>;
  /** Leaves all teams and deletes the account with this address, which must be yours. Needs a fresh sign-in. */
  delete(email: string): Promise<void>;

  signIn(input: { readonly email: string; readonly password: string }): Promise<SignedIn>;
  /** Mails a sign-in link if the account exists. @returns minutes for which the link works */
  sendSignInLink(email: string): Promise<{ readonly minutes: number }>;
  /** Signs in with a mailed link: `token` is its part after `/sign-in/link/`. */
  signInByLink(token: string): Promise<SignedIn>;
  /**
   * Begins a sign-in with the identity provider.
   * @returns URL to open. After the sign-in, the browser returns to the invitation, to `next` or to `/`
   */
  signInWithOIDC(input?: {
    readonly invitation?: string;
    /** Makes the provider ask for a new sign-in, even if the user is still signed in at the provider. */
    readonly again?: boolean;
    /** Page of the application to return to, such as `/account`. */
    readonly next?: string;
  }): Promise<string>;
  /** Completes a sign-in that needs a code. */
  verifyCode(input: { readonly code: string; readonly trustDevice?: boolean }): Promise<void>;
  verifyBackupCode(input: { readonly code: string; readonly trustDevice?: boolean }): Promise<void>;
  signOut(): Promise<void>;

  /** Mails a reset link if the account exists. */
  requestPasswordReset(email: string): Promise<void>;
  /** Sets a password and ends all sessions. `token` is the part of the mailed link after `/reset-password/`. */
  resetPassword(input: { readonly token: string; readonly newPassword: string }): Promise<void>;
  /**
   * Confirms your identity for actions that fail with `fresh_sign_in_required`. Needs a code if you have a second
   * factor.
   */
  confirmByPassword(input: {
    readonly password: string;
    readonly code?: string;
    /** True if `code` is a backup code. */
    readonly isBackup?: boolean;
  }): Promise<SignedIn>;
  confirmByPasskey(response: Ceremony | object): Promise<void>;

  /** Changes the password and ends all other sessions. */
  changePassword(input: { readonly currentPassword: string; readonly newPassword: string }): Promise<void>;

  /**
   * Mails a link to your new email address, which {@link confirmEmailChange} confirms. Needs a fresh sign-in.
   *
   * @returns how long the link works, in minutes
   */
  requestEmailChange(email: string): Promise<{ readonly minutes: number }>;
  /** Returns the address that a mailed link confirms. `token` is the last part of the link. */
  lookUpEmailChange(token: string, options?: RequestOptions): Promise<string>;
  /**
   * @param token the last part of the mailed link
   * @returns the new address
   */
  confirmEmailChange(token: string): Promise<string>;

  /** Lists your sessions, most recently used first. */
  listSessions(options?: RequestOptions): Promise<Responses['listSessions']['sessions']>;
  revokeSession(sessionID: string): Promise<void>;
  /** @returns number of ended sessions */
  revokeOtherSessions(): Promise<number>;

  /** Lists the browsers that skip the code, most recently used first. */
  listTrustedBrowsers(options?: RequestOptions): Promise<Responses['listTrustedBrowsers']['trustedBrowsers']>;
  revokeTrustedBrowser(browserID: string): Promise<void>;
  /** @returns number of browsers that were trusted */
  revokeTrustedBrowsers(): Promise<number>;

  /** Lists the phones and browsers that show you alerts, oldest first. Also returns the service's key for subscriptions. */
  listDevices(options?: RequestOptions): Promise<Responses['listDevices']>;
  addDevice(input: DeviceInput): Promise<Responses['addDevice']['device']>;
  removeDevice(deviceID: string): Promise<void>;
  /** Sends a test notification and returns the outcome. */
  testDevice(deviceID: string): Promise<Responses['testDevice']['attempt']>;

  /** Begins setting up two-factor sign-in, which `confirmTwoFactor` enables. Needs a fresh sign-in. */
  beginTwoFactor(): Promise<TwoFactorSecret>;
  confirmTwoFactor(code: string): Promise<void>;
  /** Disables two-factor sign-in. Needs a fresh sign-in. */
  endTwoFactor(): Promise<void>;
  /** Returns how many backup codes are left; null without two-factor authentication. */
  countBackupCodes(options?: RequestOptions): Promise<number | null>;
  /** Replaces all earlier backup codes. Needs a fresh sign-in. */
  newBackupCodes(): Promise<readonly string[]>;

  listPasskeys(): Promise<readonly Passkey[]>;
  /** Returns the options for the authenticator to create a passkey. Needs a fresh sign-in. */
  beginPasskey(): Promise<Ceremony>;
  addPasskey(response: Ceremony | object, name?: string): Promise<Passkey>;
  renamePasskey(passkeyID: string, name: string): Promise<void>;
  deletePasskey(passkeyID: string): Promise<void>;
  /** Returns the options for the authenticator to sign in. */
  beginPasskeySignIn(): Promise<Ceremony>;
  signInWithPasskey(response: Ceremony | object): Promise<void>;
}

export function accountsAPI({ call, step }: Caller): AccountsAPI {
  const post = (path: string, body: object) => step('POST', path, body);
  const signedIn = async (path: string, body: object): Promise<SignedIn> => ({
    needsCode: (await post(path, body)).needsCode === true,
  });
  const done = async (path: string, body: object): Promise<void> => {
    await post(path, body);
  };
  return {
    readSetup: async (options) => (await call('readSetup', {}, options)).setup,
    setUp: async (body, options) => (await call('setUp', { body }, options)).setup,
    get: async (options) => (await call('readAccount', {}, options)).account,
    update: async (body, options) => (await call('editAccount', { body }, options)).account,
    async delete(email) {
      await call('deleteAccount', { body: { email } });
    },

    signIn: (input) => signedIn('/sign-in/email', input),
    sendSignInLink: async (email) => ({
      minutes: Number((await post('/sign-in/magic-link', { email })).minutes),
    }),
    signInByLink: (token) => signedIn('/magic-link/verify', { token }),
    signInWithOIDC: async (input = {}) => textIn(await post('/sign-in/oidc', input), 'url'),
    verifyCode: (input) => done('/two-factor/verify-totp', input),
    verifyBackupCode: (input) => done('/two-factor/verify-backup-code', input),
    signOut: () => done('/sign-out', {}),

    requestPasswordReset: (email) => done('/request-password-reset', { email }),
    resetPassword: (input) => done('/reset-password', input),
    confirmByPassword: (input) => signedIn('/confirm/password', input),
    confirmByPasskey: (response) => done('/confirm/passkey', { response }),
    changePassword: (input) => done('/change-password', input),

    requestEmailChange: async (email) => {
      const { minutes } = (await call('requestEmailChange', { body: { email } })).emailChange;
      return { minutes };
    },
    lookUpEmailChange: async (token, options) =>
      (await call('lookUpEmailChange', { body: { token } }, options)).emailChange.email,
    confirmEmailChange: async (token) =>
      (await call('confirmEmailChange', { body: { token } })).emailChange.email,

    listSessions: async (options) => (await call('listSessions', {}, options)).sessions,
    async revokeSession(sessionID) {
      await call('revokeSession', { params: { sessionID } });
    },
    revokeOtherSessions: async () => (await call('revokeOtherSessions', {})).revoked,

    listTrustedBrowsers: async (options) => (await call('listTrustedBrowsers', {}, options)).trustedBrowsers,
    async revokeTrustedBrowser(browserID) {
      await call('revokeTrustedBrowser', { params: { browserID } });
    },
    revokeTrustedBrowsers: async () => (await call('revokeTrustedBrowsers', {})).revoked,

    listDevices: (options) => call('listDevices', {}, options),
    addDevice: async (body) => (await call('addDevice', { body })).device,
    async removeDevice(deviceID) {
      await call('removeDevice', { params: { deviceID } });
    },
    testDevice: async (deviceID) => (await call('testDevice', { params: { deviceID } })).attempt,

    async beginTwoFactor() {
      const data = await post('/two-factor/enable', {});
      return { totpURI: textIn(data, 'totpURI'), backupCodes: textsIn(data, 'backupCodes') };
    },
    confirmTwoFactor: (code) => done('/two-factor/verify-totp', { code }),
    endTwoFactor: () => done('/two-factor/disable', {}),
    countBackupCodes: async (options) => (await call('countBackupCodes', {}, options)).backupCodes.remaining,
    newBackupCodes: async () => textsIn(await post('/two-factor/generate-backup-codes', {}), 'backupCodes'),

    listPasskeys: async () => passkeysIn((await step('GET', '/passkey/list-user-passkeys')).passkeys),
    beginPasskey: async () => ceremonyIn(await step('GET', '/passkey/generate-register-options')),
    async addPasskey(response, name) {
      const body = { response, ...(name === undefined ? {} : { name }) };
      const [passkey] = passkeysIn([(await post('/passkey/verify-registration', body)).passkey]);
      if (passkey === undefined) throw unexpectedResponseError();
      return passkey;
    },
    renamePasskey: (id, name) => done('/passkey/update-passkey', { id, name }),
    deletePasskey: (id) => done('/passkey/delete-passkey', { id }),
    beginPasskeySignIn: async () => ceremonyIn(await step('GET', '/passkey/generate-authenticate-options')),
    signInWithPasskey: (response) => done('/passkey/verify-authentication', { response }),
  };
}

function unexpectedResponseError(): OverdueError {
  return new OverdueError(
    'unexpected_response',
    'The response does not match the request. Check the baseURL.',
  );
}

function textIn(data: Ceremony, name: string): string {
  const text = data[name];
  if (typeof text === 'string') return text;
  throw unexpectedResponseError();
}

function textsIn(data: Ceremony, name: string): readonly string[] {
  const texts = data[name];
  if (Array.isArray(texts) && texts.every((text) => typeof text === 'string')) return texts;
  throw unexpectedResponseError();
}

function ceremonyIn({ options }: Ceremony): Ceremony {
  if (typeof options === 'object' && options !== null) return { ...options };
  throw unexpectedResponseError();
}

function passkeysIn(value: unknown): readonly Passkey[] {
  if (Array.isArray(value) && value.every(isPasskey)) return value;
  throw unexpectedResponseError();
}

function isPasskey(value: unknown): value is Passkey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'passkeyID' in value &&
    typeof value.passkeyID === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}
