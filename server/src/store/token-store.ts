import type { Access } from '../domain/access.ts';
import type { References } from './edit-store.ts';
import type { NewToken, Token } from './store.ts';

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
