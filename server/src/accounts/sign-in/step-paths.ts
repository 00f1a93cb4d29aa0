import { OIDC_PROVIDER } from './sign-in-settings.ts';

/** Paths of the steps below `/api/auth`. Most of them are better-auth's own paths. */
export const STEP_PATHS = {
  password: '/sign-in/email',
  sendLink: '/sign-in/magic-link',
  link: '/magic-link/verify',
  requestPasswordReset: '/request-password-reset',
  resetPassword: '/reset-password',
  changePassword: '/change-password',
  signOut: '/sign-out',
  oidc: '/sign-in/oidc',
  confirmByPassword: '/confirm/password',
  confirmByPasskey: '/confirm/passkey',
  enableTwoFactor: '/two-factor/enable',
  verifyTOTP: '/two-factor/verify-totp',
  verifyBackupCode: '/two-factor/verify-backup-code',
  disableTwoFactor: '/two-factor/disable',
  newBackupCodes: '/two-factor/generate-backup-codes',
  beginPasskey: '/passkey/generate-register-options',
  addPasskey: '/passkey/verify-registration',
  beginPasskeySignIn: '/passkey/generate-authenticate-options',
  passkey: '/passkey/verify-authentication',
  listPasskeys: '/passkey/list-user-passkeys',
  renamePasskey: '/passkey/update-passkey',
  deletePasskey: '/passkey/delete-passkey',
} as const;

export type StepPath = (typeof STEP_PATHS)[keyof typeof STEP_PATHS];

export const CALLBACK_PATH = `/callback/${OIDC_PROVIDER}` as const;

/** Names of sign-in methods, by the step that completes the sign-in. */
export const SIGN_IN_METHODS: Readonly<Record<string, string>> = {
  [STEP_PATHS.password]: 'password',
  [STEP_PATHS.link]: 'link',
  [STEP_PATHS.verifyTOTP]: 'code',
  [STEP_PATHS.verifyBackupCode]: 'backup code',
  [STEP_PATHS.passkey]: 'passkey',
  [CALLBACK_PATH]: 'identity provider',
};
