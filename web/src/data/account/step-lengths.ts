/** Maximum characters of texts in sign-in steps, which `api/openapi.json` doesn't describe. A test compares these with the service. */
export const PASSKEY_NAME_LENGTH_MAX = 100;
/** Length of a code of an authenticator app, and of a backup code. */
export const CODE_LENGTH_MAX = 40;
