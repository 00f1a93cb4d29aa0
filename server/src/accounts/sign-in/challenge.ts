import { hash } from 'node:crypto';
import type { AccountStore } from '../contract.ts';
import type { SignedCookie } from '../session-cookie.ts';

/** Returns the user who must enter a code in this browser; null without a pending sign-in. */
export type FindChallengedUser = (cookie: string | undefined, now: number) => Promise<string | null>;

const PREFIX = '2fa-';
const RESET_PREFIX = 'reset-password:';

/** Reads the pending sign-ins that better-auth stores under hashed identifiers. */
export function createChallengedUser(
  store: Pick<AccountStore, 'findVerification'>,
  cookie: SignedCookie,
): FindChallengedUser {
  return async (header, now) => {
    const identifier = cookie.read(header);
    if (identifier?.startsWith(PREFIX) !== true) return null;
    return store.findVerification(hash('sha256', identifier, 'base64url'), now);
  };
}

/** Returns the user who may choose a new password with the token of a mailed link; null if the link is unknown or expired. */
export function findResetUser(
  store: Pick<AccountStore, 'findVerification'>,
  token: string,
  now: number,
): Promise<string | null> {
  return store.findVerification(hash('sha256', RESET_PREFIX + token, 'base64url'), now);
}
