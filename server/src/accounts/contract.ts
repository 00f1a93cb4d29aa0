import type { Access, Scope } from '@overdue/domain/access/access.ts';
import type { ProgramLogin } from '@overdue/domain/access/program-login.ts';
import type { BetterAuthOptions } from 'better-auth';
import type { CheckedReferences, Edit, Edited } from '../database/edits.ts';

export interface Session {
  readonly id: string;
  readonly userID: string;
  readonly createdAt: number;
  /** Time of the last use, accurate to the minute. */
  readonly usedAt: number;
  /** Time of the sign-in, or of the latest confirmation of identity after the sign-in. */
  readonly authenticatedAt: number;
  readonly expiresAt: number;
  /** '' if unknown. */
  readonly remoteAddress: string;
  readonly userAgent: string;
}

export interface SessionAccess {
  readonly session: Session;
  /** Access to the session's active team, or else to the team that the user joined first; null if the user belongs to no team. */
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
  /** Time until which the account's sign-ins from this browser skip the two-factor code; null if never trusted. */
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
  /** Time until which to trust the browser. Null keeps an existing trust unchanged. */
  readonly trustedUntil: number | null;
  readonly remoteAddress: string;
  readonly userAgent: string;
  /** Maximum browsers remembered per account. Above the limit, the store forgets the least recently used browsers. */
  readonly browsersMax: number;
}

export interface ForgottenBrowsers {
  readonly forgotten: number;
  /** Number of forgotten browsers that were trusted. */
  readonly trusted: number;
}

/** `any`: selects any user, to check whether users exist. */
export type UserKey = { readonly id: string } | { readonly email: string } | 'any';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly hasPassword: boolean;
  readonly twoFactor: boolean;
  readonly revision: number;
}

/** Sets the password. Ends all sessions of the user and forgets their browsers. */
export interface PasswordChange {
  readonly kind: 'password';
  /** ID of the new credential account if the user had no password. */
  readonly accountID: string;
  readonly hash: string;
  /** Whether to remove the second factor too, for a user who lost access to it. */
  readonly endsTwoFactor: boolean;
}

/** Changes the email address, which then counts as verified. Ends links that were mailed to the previous address. */
export interface EmailChange {
  readonly kind: 'email';
  readonly from: string;
  readonly to: string;
}

export type CredentialChange =
  | PasswordChange
  | EmailChange
  /** Marks the email address as verified. Removes factors added before the verification, possibly by someone else. */
  | { readonly kind: 'email_verified' }
  /** Removes passkeys and the second factor, and forgets all browsers. */
  | { readonly kind: 'factors_removed' }
  /** After better-auth has set a password: ends other links to reset it and sign-ins that wait for a code, and forgets all browsers. */
  | { readonly kind: 'password_renewed' }
  /** Ends the trust in all browsers, but keeps them as known browsers. */
  | { readonly kind: 'browsers_distrusted' }
  /** Deletes the user with all memberships, sessions, sign-in methods, browsers and devices. After the last user, the service can be set up again. */
  | { readonly kind: 'account_deleted' };

/** The session, token or project key of a request, or the device that accepted a notification. */
export type UsedCredential =
  | { readonly kind: 'session'; readonly id: string; readonly expiresAt: number }
  | { readonly kind: 'token' | 'project_key' | 'push_device'; readonly id: string };

/** Allows `max` attempts per window. A window starts with its first attempt. */
export interface AttemptLimit {
  readonly max: number;
  readonly withinMs: number;
}

export interface AccountStore {
  readonly accountTables: NonNullable<BetterAuthOptions['database']>;
  /** Returns the session and its access; null if the session doesn't exist or has expired. */
  findSession(token: string, now: number): Promise<SessionAccess | null>;
  openSession(session: NewSession): Promise<void>;
  /**
   * Records the last use of a session (with its new expiry), a token, a project key or a device. Records each at most once a
   * minute.
   */
  recordUse(used: UsedCredential, at: number): Promise<void>;
  /**
   * Changes a session after the user confirms their identity or chooses a team. Returns false if the user doesn't belong to the
   * team.
   */
  changeSession(
    session: Pick<Session, 'id' | 'userID'>,
    change: { readonly authenticatedAt: number } | { readonly activeTeamID: string },
  ): Promise<boolean>;
  /** Sessions that have not expired, most recently used first. */
  listSessions(userID: string, now: number): Promise<readonly Session[]>;
  /**
   * Ends one session of a user, or all sessions except `exceptID`. If `exceptID` is null, ends all sessions. @returns the number
   * of ended sessions
   */
  endSessions(
    userID: string,
    selection: { readonly id: string } | { readonly exceptID: string | null },
  ): Promise<number>;
  /** Lists the entries of one cookie (one entry per account), or the browsers that a user's account knows or trusts, most recently used first. */
  listBrowsers(
    selection: { readonly hash: string } | { readonly userID: string } | { readonly trustedBy: string },
    now: number,
  ): Promise<readonly KnownBrowser[]>;
  rememberBrowser(browser: RememberedBrowser): Promise<void>;
  /**
   * Forgets one browser of an account, or all browsers except the browser with `exceptHash`. If `exceptHash` is null, forgets all
   * browsers.
   */
  forgetBrowsers(
    userID: string,
    selection: { readonly id: string } | { readonly exceptHash: string | null },
    now: number,
  ): Promise<ForgottenBrowsers>;
  /** Returns the value stored under a hashed identifier; null if there is none or it has expired. */
  findVerification(identifier: string, now: number): Promise<string | null>;
  /**
   * Claims the time step of an authenticator code, so that no code works twice. Returns false if this step or a later step was
   * claimed before.
   */
  takeTOTPStep(userID: string, step: number): Promise<boolean>;
  findUser(by: UserKey): Promise<User | null>;
  changeUser(
    userID: string,
    edit: Edit<User, { readonly name: string }>,
    at: number,
  ): Promise<Edited<User> | null>;
  /**
   * Returns false if the change was refused: an email address is no longer `from`, or another user has the new address; the user to delete
   * is the only owner of a team.
   */
  changeCredentials(userID: string, change: CredentialChange, at: number): Promise<boolean>;
  /** Counts an attempt. @returns seconds to wait if the limit is exceeded, else null */
  countAttempt(key: string, limit: AttemptLimit, now: number): Promise<number | null>;
  forgiveAttempts(key: string, scope: 'last' | 'all'): Promise<void>;
}

export interface TokenStore {
  /** Returns the access that a token grants; null if the token is unknown or expired, or its membership has ended. */
  authenticate(hash: string, now: number): Promise<Access | null>;
  /** Lists the tokens of a membership that follow `afterID`, oldest first. */
  listTokens(memberID: string, afterID: string, limit: number): Promise<readonly Token[]>;
  createToken(token: NewToken, references?: CheckedReferences): Promise<void>;
  /** Returns the name of the revoked token; null if the member has no such token. */
  revokeToken(memberID: string, tokenID: string): Promise<Pick<Token, 'name'> | null>;
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

export type ProgramLoginKey = { readonly unreceivedHash: string } | { readonly userCodeHash: string };

export type ProgramLoginChange =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'poll'; readonly polledAt: number; readonly intervalSeconds: number }
  | { readonly kind: 'deny' }
  /** Approves the login and creates its token, which works once the program has received it. */
  | {
      readonly kind: 'approve';
      readonly token: Omit<NewToken, 'hash' | 'prefix'>;
      readonly references: CheckedReferences;
    }
  /** Stores the hash of the token that the program now receives. */
  | { readonly kind: 'receive'; readonly hash: string };

/** The login before a change, and the token that the change created or that the program receives; null if there is none. */
export interface ChangedLogin {
  readonly login: ProgramLogin;
  readonly token: Pick<Token, 'id' | 'scope'> | null;
}

export interface ProgramLoginStore {
  readonly programLogins: {
    /**
     * `too_many`: `totalMax` logins wait for a decision, or `max` logins, one of them from the network of this login. `taken`: another
     * login has this user code.
     */
    open(
      login: ProgramLogin,
      limits: { readonly max: number; readonly totalMax: number },
    ): Promise<'opened' | 'too_many' | 'taken'>;
    /**
     * Decides about a login under its lock. `decide` returns the change, or throws an error to refuse the request.
     * @returns null if there is no login
     */
    change(
      key: ProgramLoginKey,
      decide: (login: ProgramLogin) => ProgramLoginChange,
    ): Promise<ChangedLogin | null>;
  };
}
