import type { ProgramLogin } from '@overdue/domain/access/program-login.ts';
import type { CheckedReferences } from '../../database/edits.ts';
import type { NewToken, Token } from '../contract.ts';

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
