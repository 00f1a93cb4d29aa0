import type { Caller } from '../call.ts';
import { OverdueError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';

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
export interface SignedIn {
  readonly needsCode: boolean;
}

/** A code of the second factor. */
export interface SecondFactor {
  readonly code: string;
  readonly trustDevice?: boolean;
}

/** JSON that a browser's authenticator accepts or returns, as defined by WebAuthn. */
type Ceremony = Readonly<Record<string, unknown>>;

/**
 * Your account and its sign-ins. All methods except `get` and `readSetup` are for the service's own pages, with `credentials:
 * 'session'`: the session is in a browser cookie that scripts can't read.
 */
export type AccountsAPI = ReturnType<typeof accountsAPI>;

export function accountsAPI({ call, step }: Caller) {
  const post = (path: string, body: object) => step('POST', path, body);
  const signedIn = async (path: string, body: object): Promise<SignedIn> => ({
    needsCode: (await post(path, body)).needsCode === true,
  });
  const done = async (path: string, body: object): Promise<void> => {
    await post(path, body);
  };
  return {
    /** Reads the sign-in methods. Needs no sign-in. */
    readSetup: call.readSetup,
    /** Creates the first user and signs in. */
    setUp: call.setUp,

    get: call.readAccount,
    /** Changes the account. `teamID` switches this session to another team. */
    update: call.editAccount,
    /** Leaves all teams and deletes the account with this address, which must be yours. Needs a fresh sign-in. */
    delete: (email: string) => call.deleteAccount({ email }),

    signIn: (input: { readonly email: string; readonly password: string }) =>
      signedIn('/sign-in/email', input),
    /** Mails a sign-in link if the account exists. @returns minutes for which the link works */
    sendSignInLink: async (email: string): Promise<{ readonly minutes: number }> => ({
      minutes: Number((await post('/sign-in/magic-link', { email })).minutes),
    }),
    /** Signs in with a mailed link: `token` is its part after `/sign-in/link/`. */
    signInByLink: (token: string) => signedIn('/magic-link/verify', { token }),
    /**
     * Begins a sign-in with the identity provider.
     * @returns URL to open. After the sign-in, the browser returns to the invitation, to `next` or to `/`
     */
    signInWithOIDC: async (
      input: {
        readonly invitation?: string;
        /** Makes the provider ask for a new sign-in, even if the user is still signed in at the provider. */
        readonly again?: boolean;
        /** Page of the application to return to, such as `/account`. */
        readonly next?: string;
      } = {},
    ) => textIn(await post('/sign-in/oidc', input), 'url'),
    /** Completes a sign-in that needs a code. */
    verifyCode: (input: SecondFactor) => done('/two-factor/verify-totp', input),
    verifyBackupCode: (input: SecondFactor) => done('/two-factor/verify-backup-code', input),
    signOut: () => done('/sign-out', {}),

    /** Mails a reset link if the account exists. */
    requestPasswordReset: (email: string) => done('/request-password-reset', { email }),
    /** Sets a password and ends all sessions. `token` is the part of the mailed link after `/reset-password/`. */
    resetPassword: (input: { readonly token: string; readonly newPassword: string }) =>
      done('/reset-password', input),
    /**
     * Confirms your identity for actions that fail with `fresh_sign_in_required`. Needs a code if you have a second
     * factor.
     */
    confirmByPassword: (input: {
      readonly password: string;
      readonly code?: string;
      /** True if `code` is a backup code. */
      readonly isBackup?: boolean;
    }) => signedIn('/confirm/password', input),
    confirmByPasskey: (response: Ceremony | object) => done('/confirm/passkey', { response }),

    /** Changes the password and ends all other sessions. */
    changePassword: (input: { readonly currentPassword: string; readonly newPassword: string }) =>
      done('/change-password', input),

    /**
     * Mails a link to your new email address, which `confirmEmailChange` confirms. Needs a fresh sign-in.
     *
     * @returns how long the link works, in minutes
     */
    requestEmailChange: (email: string) => call.requestEmailChange({ email }),
    /** Returns the address that a mailed link confirms. `token` is the last part of the link. */
    lookUpEmailChange: async (token: string, options?: RequestOptions) =>
      (await call.lookUpEmailChange({ token }, options)).email,
    /**
     * @param token the last part of the mailed link
     * @returns the new address
     */
    confirmEmailChange: async (token: string) => (await call.confirmEmailChange({ token })).email,

    /** Lists your sessions, most recently used first. */
    listSessions: call.listSessions,
    revokeSession: call.revokeSession,
    /** @returns number of ended sessions */
    revokeOtherSessions: call.revokeOtherSessions,

    /** Lists the browsers that skip the code, most recently used first. */
    listTrustedBrowsers: call.listTrustedBrowsers,
    revokeTrustedBrowser: call.revokeTrustedBrowser,
    /** @returns number of browsers that were trusted */
    revokeTrustedBrowsers: call.revokeTrustedBrowsers,

    /** Lists the phones and browsers that show you alerts, oldest first. Also returns the service's key for subscriptions. */
    listDevices: call.listDevices,
    addDevice: call.addDevice,
    removeDevice: call.removeDevice,
    /** Sends a test notification and returns the outcome. */
    testDevice: call.testDevice,

    /** Begins setting up two-factor sign-in, which `confirmTwoFactor` enables. Needs a fresh sign-in. */
    async beginTwoFactor(): Promise<TwoFactorSecret> {
      const data = await post('/two-factor/enable', {});
      return { totpURI: textIn(data, 'totpURI'), backupCodes: textsIn(data, 'backupCodes') };
    },
    confirmTwoFactor: (code: string) => done('/two-factor/verify-totp', { code }),
    /** Disables two-factor sign-in. Needs a fresh sign-in. */
    endTwoFactor: () => done('/two-factor/disable', {}),
    /** Returns how many backup codes are left; null without two-factor authentication. */
    countBackupCodes: async (options?: RequestOptions) => (await call.countBackupCodes(options)).remaining,
    /** Replaces all earlier backup codes. Needs a fresh sign-in. */
    newBackupCodes: async () => textsIn(await post('/two-factor/generate-backup-codes', {}), 'backupCodes'),

    listPasskeys: async () => passkeysIn((await step('GET', '/passkey/list-user-passkeys')).passkeys),
    /** Returns the options for the authenticator to create a passkey. Needs a fresh sign-in. */
    beginPasskey: async () => ceremonyIn(await step('GET', '/passkey/generate-register-options')),
    async addPasskey(response: Ceremony | object, name?: string): Promise<Passkey> {
      const body = { response, ...(name === undefined ? {} : { name }) };
      const [passkey] = passkeysIn([(await post('/passkey/verify-registration', body)).passkey]);
      if (passkey === undefined) throw unexpectedResponseError();
      return passkey;
    },
    renamePasskey: (id: string, name: string) => done('/passkey/update-passkey', { id, name }),
    deletePasskey: (id: string) => done('/passkey/delete-passkey', { id }),
    /** Returns the options for the authenticator to sign in. */
    beginPasskeySignIn: async () => ceremonyIn(await step('GET', '/passkey/generate-authenticate-options')),
    signInWithPasskey: (response: Ceremony | object) => done('/passkey/verify-authentication', { response }),
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
