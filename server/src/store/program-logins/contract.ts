import type { ProgramLogin } from '../../domain/access/program-login.ts';
import type { NewToken } from '../accounts/contract.ts';
import type { CheckedReferences } from '../edits.ts';

export type ProgramLoginKey = { readonly tokenHash: string } | { readonly userCodeHash: string };

export type ProgramLoginChange =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'poll'; readonly polledAt: number; readonly intervalSeconds: number }
  | { readonly kind: 'deny' }
  /** Approves the login and creates the token whose hash the login contains. */
  | {
      readonly kind: 'approve';
      readonly token: Omit<NewToken, 'hash' | 'prefix'>;
      readonly references: CheckedReferences;
    };

export interface ProgramLoginStore {
  readonly programLogins: {
    /** `too_many`: `max` logins wait for a decision. `taken`: another login has this user code. */
    open(login: ProgramLogin, max: number): Promise<'opened' | 'too_many' | 'taken'>;
    /**
     * Decides about a login under its lock. `decide` returns the change, or throws an error to refuse the request.
     * @returns the login before the change; null if there is none
     */
    change(
      key: ProgramLoginKey,
      decide: (login: ProgramLogin) => ProgramLoginChange,
    ): Promise<ProgramLogin | null>;
  };
}
