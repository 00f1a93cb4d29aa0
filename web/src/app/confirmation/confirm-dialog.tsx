import { CODE_LENGTH_MAX, PASSWORD_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import type { Account, Setup } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { accountQuery, setupQuery } from '../../data/account/account.ts';
import { confirmWithPasskey, hasPasskeys, passkeysQuery } from '../../data/account/passkeys.ts';
import { api } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/states.tsx';
import { words as common } from '../../ui/words.ts';

const words = {
  title: 'Confirm it’s you',
  text: 'This change gives lasting access to your account or team. Your last sign-in was more than 10 minutes ago.',
  password: 'Your password',
  code: 'Code from your authenticator app',
  backupCode: 'Backup code',
  useBackup: 'Use a backup code',
  useApp: 'Use the authenticator app',
  confirm: 'Confirm',
  passkey: 'Use a passkey',
  noPasskey: 'No passkey was used. Try again, or confirm another way.',
  wrongCode: 'Enter a code.',
  provider: (name: string) => `Sign in again with ${name}`,
  providerText: 'You return to this page afterwards. Then repeat the change.',
  mail: 'Email me a sign-in link',
  mailSent: (email: string) =>
    `We sent a sign-in link to ${email}. Open the link in this browser, then choose Continue.`,
  goOn: 'Continue',
  noWay: 'Sign out, sign in again, then repeat the change.',
} as const;

const FORM = 'confirm-it-is-you';

/** Asks for the password and a code, or for a passkey. Users with neither must sign in again. */
export function ReauthenticationDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const { data: account } = useQuery(accountQuery);
  const { data: setup } = useQuery(setupQuery);
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: hasPasskeys() });
  const [isBusy, setBusy] = useState(false);
  const [noPasskey, setNoPasskey] = useState(false);
  const byPasskey = useMutation({
    mutationFn: confirmWithPasskey,
    onMutate: () => setNoPasskey(false),
    onSuccess: (isDone) => (isDone ? onEnd(true) : setNoPasskey(true)),
  });
  const byPassword = account?.hasPassword === true && setup?.passwords === true;
  const problem =
    byPasskey.error === null ? (noPasskey ? words.noPasskey : undefined) : messageOf(byPasskey.error);
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={words.title}
      description={words.text}
      actions={
        <>
          <Button onClick={() => onEnd(false)}>{common.cancel}</Button>
          {byPassword ? (
            <Button variant="primary" type="submit" form={FORM} busy={isBusy}>
              {words.confirm}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {byPassword && account !== undefined ? (
          <PasswordProof form={FORM} account={account} onBusy={setBusy} onDone={() => onEnd(true)} />
        ) : null}
        {passkeys === undefined || passkeys.length === 0 ? null : (
          <Button
            variant={byPassword ? 'plain' : 'primary'}
            busy={byPasskey.isPending}
            onClick={() => byPasskey.mutate()}
          >
            <Icon name="key" />
            {words.passkey}
          </Button>
        )}
        {problem === undefined ? null : <Notice kind="problem">{problem}</Notice>}
        {byPassword || account === undefined || setup === undefined ? null : (
          <SignInAgain
            setup={setup}
            email={account.email}
            hasPasskey={(passkeys?.length ?? 0) > 0}
            onDone={() => onEnd(true)}
          />
        )}
      </div>
    </Dialog>
  );
}

interface PasswordProofProps {
  readonly form: string;
  readonly account: Account;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onDone: () => void;
}

function PasswordProof({ form, account, onBusy, onDone }: PasswordProofProps) {
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
          maxLength={PASSWORD_LENGTH_MAX}
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

interface SignInAgainProps {
  readonly setup: Setup;
  readonly email: string;
  readonly hasPasskey: boolean;
  readonly onDone: () => void;
}

/** Offers people without a password a new sign-in with the identity provider or a mailed link. */
function SignInAgain({ setup, email, hasPasskey, onDone }: SignInAgainProps) {
  const byProvider = useMutation({
    mutationFn: () => {
      const { pathname, search } = window.location;
      return api.accounts.signInWithOIDC({ again: true, next: pathname + search });
    },
    onSuccess: (url) => window.location.assign(url),
  });
  const byMail = useMutation({ mutationFn: () => api.accounts.sendSignInLink(email) });
  const error = byProvider.error ?? byMail.error;
  return (
    <>
      {setup.oidc === null ? null : (
        <div className="flex flex-col gap-1">
          <Button busy={byProvider.isPending || byProvider.isSuccess} onClick={() => byProvider.mutate()}>
            <Icon name="shield" />
            {words.provider(setup.oidc.name)}
          </Button>
          <p className="text-xs text-soft">{words.providerText}</p>
        </div>
      )}
      {!setup.mail ? null : byMail.isSuccess ? (
        <div className="flex flex-col items-start gap-3">
          <p role="status">{words.mailSent(email)}</p>
          <Button variant="primary" onClick={onDone}>
            {words.goOn}
          </Button>
        </div>
      ) : (
        <Button busy={byMail.isPending} onClick={() => byMail.mutate()}>
          <Icon name="mail" />
          {words.mail}
        </Button>
      )}
      {setup.oidc === null && !setup.mail && !hasPasskey ? (
        <Notice kind="warning">{words.noWay}</Notice>
      ) : null}
      {error === null ? null : <Notice kind="problem">{messageOf(error)}</Notice>}
    </>
  );
}
