import type { Access, Scope } from '../../domain/access/access.ts';
import type { References } from '../edits.ts';

export interface TokenStore {
  /** Who a token stands for: null when unknown, expired, or its membership has ended. */
  authenticate(hash: string, now: number): Promise<Access | null>;
  /** Notes the last use, at most once a minute for each token. */
  touchToken(tokenID: string, at: number): Promise<void>;
  /** The tokens of one membership, oldest first, after a position in that order. */
  listTokens(memberID: string, afterID: string, limit: number): Promise<readonly Token[]>;
  createToken(token: NewToken, references?: References): Promise<void>;
  /** False when the membership has no such token. */
  revokeToken(memberID: string, tokenID: string): Promise<boolean>;
}

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** The first characters of the token, to tell it by. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  /** Short IDs of the projects that it is limited to; null for all. */
  readonly projects: readonly string[] | null;
}

export interface NewToken extends Omit<Token, 'lastUsedAt'> {
  readonly memberID: string;
  /** SHA-256 of the token; the token itself is never stored. */
  readonly hash: string;
}
