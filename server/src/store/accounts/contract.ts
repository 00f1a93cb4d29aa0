import type { BetterAuthOptions } from 'better-auth';
import type { Access, Scope } from '../../domain/access/access.ts';
import type { Edit, Edited, References } from '../edits.ts';

export interface Session {
  readonly id: string;
  readonly userID: string;
  readonly createdAt: number;
  /** Rounded to the minute. */
  readonly usedAt: number;
  /** Time of the sign-in, or of the last confirmation since then. */
  readonly authenticatedAt: number;
  readonly expiresAt: number;
  /** '' if unknown. */
  readonly remoteAddress: string;
  readonly userAgent: string;
}

export interface SessionAccess {
  readonly session: Session;
  /**
   * Access to the session's active team. If the user has left that team, access to the team they joined
   * first. Null if they belong to no team.
   */
  readonly access: Access | null;
}

export interface NewSession extends Omit<Session, 'usedAt' | 'authenticatedAt'> {
  readonly token: string;
}

export interface KnownBrowser {
  readonly id: string;
  readonly userID: string;
  readonly createdAt: number;
  readonly usedAt: number;
  /** Time until which the account's sign-ins from this browser skip the code; null if never trusted. */
  readonly trustedUntil: number | null;
  readonly remoteAddress: string;
  readonly userAgent: string;
}

export interface RememberedBrowser {
  readonly id: string;
  readonly userID: string;
  /** Hash of the cookie that the browser had before; null if it had none. */
  readonly oldHash: string | null;
  readonly hash: string;
  readonly at: number;
  readonly expiresAt: number;
  /** Null keeps an existing trust. */
  readonly trustedUntil: number | null;
  readonly remoteAddress: string;
  readonly userAgent: string;
  /** Maximum browsers remembered per account. Above it, the least recently used ones are forgotten. */
  readonly browsersMax: number;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Whether the user has proved that the address is theirs. */
  readonly emailVerified: boolean;
  readonly hasPassword: boolean;
  readonly twoFactor: boolean;
  readonly revision: number;
}

export interface NewPassword {
  /** ID of the new credential account if the user had no password. */
  readonly accountID: string;
  readonly hash: string;
  /** Whether to remove the second factor too, for users who lost their codes. */
  readonly endsTwoFactor: boolean;
}

/** Allows `max` attempts at once, then one more per window. */
export interface AttemptLimit {
  readonly max: number;
  readonly withinMs: number;
}

export interface AccountStore {
  readonly accountTables: NonNullable<BetterAuthOptions['database']>;
  /** Null if the session doesn't exist or has expired. */
  findSession(token: string, now: number): Promise<SessionAccess | null>;
  openSession(session: NewSession): Promise<void>;
  /** Records the last use of a session and its new expiry. */
  touchSession(id: string, at: number, expiresAt: number): Promise<void>;
  confirmSession(id: string, at: number): Promise<void>;
  /** Sessions that have not expired, most recently used first. */
  listSessions(userID: string, now: number): Promise<readonly Session[]>;
  endSession(userID: string, id: string): Promise<boolean>;
  /** Ends all sessions of a user except one; with null, all of them. @returns how many ended */
  endSessions(userID: string, exceptID: string | null): Promise<number>;
  /** Returns the accounts that know the browser with this cookie, one entry for each account. */
  findBrowser(hash: string, now: number): Promise<readonly KnownBrowser[]>;
  rememberBrowser(browser: RememberedBrowser): Promise<void>;
  /** Most recently used first. */
  listTrustedBrowsers(userID: string, now: number): Promise<readonly KnownBrowser[]>;
  forgetBrowser(userID: string, id: string): Promise<boolean>;
  /** Forgets all browsers of an account but one. Returns how many of them were trusted. */
  forgetBrowsers(
    userID: string,
    which: { readonly exceptHash: string | null; readonly now: number },
  ): Promise<number>;
  /** Ends the trust in all browsers of an account. They stay known. */
  distrustBrowsers(userID: string): Promise<void>;
  /** Returns the value stored under a hashed identifier; null if there is none or it has expired. */
  findVerification(identifier: string, now: number): Promise<string | null>;
  /**
   * Claims a time step of a person's authenticator codes. Returns false if this step or a later one was
   * claimed before.
   */
  takeTOTPStep(userID: string, step: number): Promise<boolean>;
  chooseTeam(session: { readonly id: string; readonly userID: string }, teamID: string): Promise<boolean>;
  findUser(userID: string): Promise<User | null>;
  findUserByEmail(email: string): Promise<User | null>;
  changeUser(
    userID: string,
    edit: Edit<User, { readonly name: string }>,
    at: number,
  ): Promise<Edited<User> | null>;
  /** Sets a user's password. Ends all their sessions and forgets their browsers. */
  givePassword(userID: string, password: NewPassword, at: number): Promise<void>;
  /**
   * Records that the user answered a mail to the address. If the address was unverified, removes passkeys and
   * the second factor, because someone else may have added them.
   */
  verifyEmail(userID: string, at: number): Promise<void>;
  /** Removes passkeys and the second factor, and forgets all browsers. */
  endFactors(userID: string, at: number): Promise<void>;
  hasUsers(): Promise<boolean>;
  /** Counts an attempt. @returns seconds to wait if the limit is exceeded, else null */
  countAttempt(key: string, limit: AttemptLimit, now: number): Promise<number | null>;
  forgetAttempts(key: string): Promise<void>;
  takeBackAttempt(key: string): Promise<void>;
}

export interface TokenStore {
  /** Returns the access that a token grants; null if it is unknown, expired, or its membership has ended. */
  authenticate(hash: string, now: number): Promise<Access | null>;
  /** Records the last use, at most once a minute per token. */
  touchToken(tokenID: string, at: number): Promise<void>;
  /** Tokens of one membership after an ID, oldest first. */
  listTokens(memberID: string, afterID: string, limit: number): Promise<readonly Token[]>;
  createToken(token: NewToken, references?: References): Promise<void>;
  revokeToken(memberID: string, tokenID: string): Promise<boolean>;
}

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** First characters of the token, which identify it in lists. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  /** Short IDs of the projects that the token is limited to; null for all. */
  readonly projects: readonly string[] | null;
}

export interface NewToken extends Omit<Token, 'lastUsedAt'> {
  readonly memberID: string;
  /** SHA-256 of the token; the token itself is never stored. */
  readonly hash: string;
}
