import type { BetterAuthOptions } from 'better-auth';
import type { Access, Role } from '../domain/access.ts';
import type { Member, NewMember, NewTeam } from './store.ts';

/** A browser that somebody has signed in with. */
export interface Session {
  readonly id: string;
  readonly userID: string;
  readonly createdAt: number;
  /** To the minute. */
  readonly usedAt: number;
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

export interface NewSession extends Omit<Session, 'usedAt'> {
  readonly token: string;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Whether it is known that the address is theirs. */
  readonly emailVerified: boolean;
  readonly hasPassword: boolean;
  readonly twoFactor: boolean;
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
  /** Those that have not expired, the last used first. */
  listSessions(userID: string, now: number): Promise<readonly Session[]>;
  /** False when the user has no such session. */
  endSession(userID: string, id: string): Promise<boolean>;
  /** Ends all but one; with null, all. @returns how many */
  endSessions(userID: string, exceptID: string | null): Promise<number>;
  /** False when the user is no member of the team. */
  chooseTeam(session: { readonly id: string; readonly userID: string }, teamID: string): Promise<boolean>;
  findUser(userID: string): Promise<User | null>;
  findUserByEmail(email: string): Promise<User | null>;
  /** In the order in which they joined. */
  teamsOf(userID: string): Promise<readonly UserTeam[]>;
  renameUser(userID: string, name: string, at: number): Promise<void>;
  /** Gives a user a new password, in place of one they may have, and ends all their sessions. */
  givePassword(userID: string, password: NewPassword, at: number): Promise<void>;
  /**
   * Notes that a mail to the address was answered. Where nobody knew before that it is theirs, passkeys and the second step end:
   * somebody else may have made them.
   */
  verifyEmail(userID: string, at: number): Promise<void>;
  /** Ends passkeys and the second step. */
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
