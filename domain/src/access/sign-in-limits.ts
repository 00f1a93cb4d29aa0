export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 128;
export const PASSKEY_NAME_LENGTH_MAX = 100;
/** Maximum length of a code from an authenticator app, and of a backup code. */
export const CODE_LENGTH_MAX = 40;
/** Maximum length of the code that a program such as `overdue login` shows, as typed. */
export const USER_CODE_LENGTH_MAX = 40;
