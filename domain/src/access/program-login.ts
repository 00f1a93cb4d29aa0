import { MINUTE_MS } from '../time-units.ts';
import type { Scope } from './access.ts';

/**
 * Letters that user codes consist of. Without vowels, codes can't spell words. Codes contain no digits, because some look like
 * letters (RFC 8628, section 6.1).
 */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;
/** How long a person may take to confirm a login. */
export const PROGRAM_LOGIN_MS = 10 * MINUTE_MS;
/** Interval between two polls of a program, in seconds. Grows by the same amount each time the program polls too early. */
export const POLL_SECONDS = 5;
/** How early a poll may arrive without counting as too early, because network delays vary. */
const POLL_EARLY_MS = 1000;

/** Login of a program on a host. The program requests a token, and a person approves the request in a browser. */
export interface ProgramLogin {
  /** Identifies the login by its device code. The token of an approved login has this text in place of its hash. */
  readonly unreceivedHash: string;
  /** First characters of the token that the program gets if the login is approved. */
  readonly tokenPrefix: string;
  readonly userCodeHash: string;
  /** Host name as the program reports it. */
  readonly hostName: string;
  readonly remoteAddress: string;
  /** Scope that the program requests. */
  readonly scope: Scope;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly intervalSeconds: number;
  readonly polledAt: number | null;
  /** `received`: the login was approved, and the program has received its token. */
  readonly decision: 'pending' | 'approved' | 'denied' | 'received';
}

export type Poll =
  | 'approved'
  | 'invalid_grant'
  | 'access_denied'
  | 'expired_token'
  | 'authorization_pending'
  | 'slow_down';

/**
 * Returns the result of a program's poll. After the person has decided, even an early poll gets the decision. A code that has
 * expired gets no token (RFC 8628, section 3.5), and a code works once (RFC 6749, section 4.1.2).
 */
export function pollResult(login: ProgramLogin, now: number): Poll {
  if (login.decision === 'received') return 'invalid_grant';
  if (login.decision === 'denied') return 'access_denied';
  if (now >= login.expiresAt) return 'expired_token';
  if (login.decision === 'approved') return 'approved';
  const nextAt = login.polledAt === null ? now : login.polledAt + login.intervalSeconds * 1000;
  return now < nextAt - POLL_EARLY_MS ? 'slow_down' : 'authorization_pending';
}

/** Returns the letters of a user code as a person types it, or null if it can't be a code. */
export function parseUserCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  return letters.length === USER_CODE_LENGTH &&
    [...letters].every((letter) => USER_CODE_LETTERS.includes(letter))
    ? letters
    : null;
}

/** Formats a code in two groups, such as WDJB-MJHT. */
export function formatUserCode(letters: string): string {
  const half = USER_CODE_LENGTH / 2;
  return `${letters.slice(0, half)}-${letters.slice(half)}`;
}
