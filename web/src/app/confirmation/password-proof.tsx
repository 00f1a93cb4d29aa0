import { CODE_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import type { Account } from '@overdue/sdk';
import { SETUP_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { api } from '../../data/client.ts';
import { messageOf } from '../../ui/error-message.ts';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { words } from './words.ts';

interface PasswordProofProps {
  readonly form: string;
  readonly account: Account;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onDone: () => void;
}

export function PasswordProof({ form, account, onBusy, onDone }: PasswordProofProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isBackup, setBackup] = useState(false);
  const prove = useMutation({
    mutationFn: async () => {
      const withCode = account.twoFactor ? { code: code.trim(), isBackup } : {};
      const { needsCode } = await api.accounts.confirmByPassword({ password, ...withCode });
      if (needsCode) throw new Error(words.wrongCode);
    },
    onSuccess: onDone,
    onError: () => setCode(''),
  });
  useEffect(() => onBusy(prove.isPending), [prove.isPending, onBusy]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (password !== '' && (!account.twoFactor || code !== '')) prove.mutate();
  }
  const problem = prove.error === null ? undefined : messageOf(prove.error);
  return (
    <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {/* A hidden field, so that password managers find the account. */}
      <input type="text" autoComplete="username" value={account.email} readOnly hidden />
      <Field label={words.password} problem={account.twoFactor ? undefined : problem}>
        <PasswordInput
          required
          autoFocus
          autoComplete="current-password"
          maxLength={SETUP_INPUT_LENGTHS.password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {!account.twoFactor ? null : (
        <>
          <Field label={isBackup ? words.backupCode : words.code} problem={problem}>
            {isBackup ? (
              <TextInput
                key="backup"
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={CODE_LENGTH_MAX}
                value={code}
                onChange={(event) => setCode(event.target.value)}
                className="font-mono"
              />
            ) : (
              <CodeInput key="app" value={code} onChange={setCode} onComplete={() => {}} />
            )}
          </Field>
          <button
            type="button"
            onClick={() => {
              setBackup(!isBackup);
              setCode('');
              prove.reset();
            }}
            className="self-start text-accent underline-offset-2 hover:underline"
          >
            {isBackup ? words.useApp : words.useBackup}
          </button>
        </>
      )}
    </form>
  );
}
