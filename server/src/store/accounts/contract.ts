import type { BetterAuthOptions } from 'better-auth';
import type { Access, Role } from '../../domain/access/access.ts';
import type { Edit, Edited } from '../edits.ts';
import type { Member, NewMember, NewTeam } from '../teams/members-contract.ts';

/** A browser that somebody has signed in with. */
export interface Session {
  readonly id: string;
  readonly userID: string;
  readonly createdAt: number;
  /** To the minute. */
  readonly usedAt: number;
  /** Time of the sign-in, or of the last confirmation since. */
  readonly authenticatedAt: number;
  readonly expiresAt: number;
  /** '' where it is not known. */
  readonly remoteAddress: string;
  readonly userAgent: string;
}

/** Who a session stands for. */
export interface SessionAccess {
  readonly session: Session;
  /** In the session's active team, or, where they have left that, in the one that they have been in longest; null in none. */
  readonly access: Access | null;
}

export interface NewSession extends Omit<Session, 'usedAt' | 'authenticatedAt'> {
  readonly token: string;
}

/** A browser in which somebody has signed in to an account before. */
export interface KnownBrowser {
  readonly id: string;
  readonly userID: string;
  readonly createdAt: number;
  /** Time of the last sign-in. */
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
  /** Null leaves an existing trust as it is. */
  readonly trustedUntil: number | null;
  readonly remoteAddress: string;
  readonly userAgent: string;
  /** Maximum number of browsers that the account knows. The least recently used ones are forgotten. */
  readonly browsersMax: number;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Whether it is known that the address is theirs. */
  readonly emailVerified: boolean;
  readonly hasPassword: boolean;
  readonly twoFactor: boolean;
  readonly revision: number;
}

export interface NewPassword {
  /** For who has had none. */
  readonly accountID: string;
  readonly hash: string;
  /** Whether the second step ends, too: for who has lost their codes. */
  readonly endsTwoFactor: boolean;
}

export interface UserTeam {
  readonly teamID: string;
  readonly name: string;
  readonly role: Role;
}

/** So many attempts are free; after them, one for each time that has passed. */
export interface AttemptLimit {
  readonly max: number;
  readonly withinMs: number;
}

export interface AccountStore {
  /** The tables of accounts as better-auth takes them. */
  readonly accountTables: NonNullable<BetterAuthOptions['database']>;
  /** Null when there is no such session, or it has expired. */
  findSession(token: string, now: number): Promise<SessionAccess | null>;
  openSession(session: NewSession): Promise<void>;
  /** Notes that a session was used, and until when it lasts now. */
  touchSession(id: string, at: number, expiresAt: number): Promise<void>;
  /** Records that the person in a session has proven again who they are. */
  confirmSession(id: string, at: number): Promise<void>;
  /** Those that have not expired, the last used first. */
  listSessions(userID: string, now: number): Promise<readonly Session[]>;
  /** False when the user has no such session. */
  endSession(userID: string, id: string): Promise<boolean>;
  /** Ends all but one; with null, all. @returns how many */
  endSessions(userID: string, exceptID: string | null): Promise<number>;
  /** Returns the accounts that know the browser with this cookie, one entry for each account. */
  findBrowser(hash: string, now: number): Promise<readonly KnownBrowser[]>;
  rememberBrowser(browser: RememberedBrowser): Promise<void>;
  /** The last used first. */
  listTrustedBrowsers(userID: string, now: number): Promise<readonly KnownBrowser[]>;
  /** False if the account knows no such browser. */
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
  /** Takes a time step of a person's TOTP codes. False if this step or a later one was taken before. */
  takeTOTPStep(userID: string, step: number): Promise<boolean>;
  /** False when the user is no member of the team. */
  chooseTeam(session: { readonly id: string; readonly userID: string }, teamID: string): Promise<boolean>;
  findUser(userID: string): Promise<User | null>;
  findUserByEmail(email: string): Promise<User | null>;
  /** In the order in which they joined. */
  teamsOf(userID: string): Promise<readonly UserTeam[]>;
  /** Null when there is no such user. */
  changeUser(
    userID: string,
    edit: Edit<User, { readonly name: string }>,
    at: number,
  ): Promise<Edited<User> | null>;
  /** Gives a user a new password, in place of any old one. Ends all their sessions and forgets their browsers. */
  givePassword(userID: string, password: NewPassword, at: number): Promise<void>;
  /**
   * Notes that a mail to the address was answered. Where nobody knew before that it is theirs, passkeys and the second step end:
   * somebody else may have made them.
   */
  verifyEmail(userID: string, at: number): Promise<void>;
  /** Ends passkeys and the second step, and forgets all browsers. */
  endFactors(userID: string, at: number): Promise<void>;
  hasUsers(): Promise<boolean>;
  /** Makes the first user, with a team and its default project. Null when there is a user already. */
  setUpFirst(team: NewTeam, owner: NewMember): Promise<Member | null>;
  /** Counts an attempt. @returns seconds to wait when there were too many, else null */
  countAttempt(key: string, limit: AttemptLimit, now: number): Promise<number | null>;
  forgetAttempts(key: string): Promise<void>;
  /** Counts one attempt less. */
  takeBackAttempt(key: string): Promise<void>;
}
