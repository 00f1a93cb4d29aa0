import type { Account } from '@overdue/sdk';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Notice } from '../../ui/states.tsx';
import { words } from '../../words/account.ts';

interface OwnPasswordProps {
  /** Who has no password is asked for none, and shown the problem alone. */
  readonly account: Account;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly problem: string | undefined;
}

/** Asked for before what protects an account is changed: an unlocked computer is not enough. */
export function OwnPassword({ account, value, onChange, problem }: OwnPasswordProps) {
  if (!account.hasPassword) return problem === undefined ? null : <Notice kind="problem">{problem}</Notice>;
  return (
    <Field label={words.twoFactor.confirmPassword} problem={problem}>
      <PasswordInput
        required
        autoFocus
        autoComplete="current-password"
        maxLength={128}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
