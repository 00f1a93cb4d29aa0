/**
 * Maximum characters of texts in sign-in steps. `api/openapi.json` doesn't describe these steps, so a test compares the
 * values with the service.
 */
export const PASSKEY_NAME_LENGTH_MAX = 100;
/** Maximum length of a code of an authenticator app or a backup code. */
export const CODE_LENGTH_MAX = 40;
