export const BASE_PATH = '/auth';
/** Passes the client's address to better-auth. Headers of this name from browsers are dropped. */
export const ADDRESS_HEADER = 'x-overdue-address';
/** Passes the IDs of users who need no code in this browser. Headers of this name from browsers are dropped. */
export const TRUSTED_HEADER = 'x-overdue-trusted';
/** How long a session lasts after its last use. */
export const SESSION_SECONDS = 30 * 86_400;
export const LINK_MINUTES = 15;
export const RESET_MINUTES = 60;
export const OIDC_PROVIDER = 'oidc';
export const NO_ACCOUNT = 'NO_ACCOUNT';
export const NOT_VERIFIED = 'NOT_VERIFIED';
/** Code of the refusal of a passkey that is already stored, for whatever account. */
export const PASSKEY_KNOWN = 'PASSKEY_KNOWN';
