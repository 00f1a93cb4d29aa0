import type { Access, Scope } from '../../domain/access/access.ts';
import type { References } from '../edits.ts';

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
