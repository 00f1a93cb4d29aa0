export const BASE_PATH = '/auth';
/** Tells better-auth who asks; whatever a browser sends under this name is dropped. */
export const ADDRESS_HEADER = 'x-overdue-address';
/** Names to better-auth whom the browser lets in without a code, in the same way. */
export const TRUSTED_HEADER = 'x-overdue-trusted';
/** How long a session lasts after its last use. */
export const SESSION_SECONDS = 30 * 86_400;
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 128;
export const LINK_MINUTES = 15;
export const RESET_MINUTES = 60;
export const OIDC_PROVIDER = 'oidc';
/** Why somebody whom the identity provider brings is not let in. */
export const NO_ACCOUNT = 'NO_ACCOUNT';
