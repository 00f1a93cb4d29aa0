export const BASE_PATH = '/auth';
/** Header with the client's address for better-auth. Headers of this name from browsers are dropped. */
export const ADDRESS_HEADER = 'x-overdue-address';
/** Header with the IDs of users who need no code in this browser. Headers of this name from browsers are dropped. */
export const TRUSTED_HEADER = 'x-overdue-trusted';
/** How long a session lasts after its last use. */
export const SESSION_SECONDS = 30 * 86_400;
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 128;
export const LINK_MINUTES = 15;
export const RESET_MINUTES = 60;
export const OIDC_PROVIDER = 'oidc';
/** Error code for unknown users of the identity provider. */
export const NO_ACCOUNT = 'NO_ACCOUNT';
