/**
 * Maximum length of a passkey's name. `api/openapi.json` doesn't describe sign-in steps, so a test compares the values in this
 * file with the service.
 */
export const PASSKEY_NAME_LENGTH_MAX = 100;
/** Maximum length of a code of an authenticator app or a backup code. */
export const CODE_LENGTH_MAX = 40;
