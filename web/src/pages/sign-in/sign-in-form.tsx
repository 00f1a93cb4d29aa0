import { EMAIL_LENGTH_MAX } from '@overdue/domain/access/email-address.ts';
import { PASSWORD_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import type { Setup } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON, OPEN_CONTROL, OPEN_LINK } from '../../app/signed-out-page.tsx';
import {
  hasPasskeys,
  offerPasskeys,
  signInWithPasskey,
  stopOfferingPasskeys,
} from '../../data/account/passkeys.ts';
import { api } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/states.tsx';

const { signIn } = words;
/** A passkey counts as two factors, so no code follows. */
const SIGNED_IN = { needsCode: false };

interface SignInFormProps {
  readonly setup: Setup;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly refusal: string | undefined;
  readonly onSignedIn: (result: { readonly needsCode: boolean }) => void;
  readonly onStep: (step: 'link' | 'forgotten') => void;
}

export function SignInForm({ setup, email, onEmail, refusal, onSignedIn, onStep }: SignInFormProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState(refusal === undefined ? undefined : refusalText(refusal));
  const fail = (error: unknown) => setProblem(messageOf(error));
  const begin = { onMutate: () => setProblem(undefined), onError: fail };

  const byPassword = useMutation({
    ...begin,
    mutationFn: () => api.accounts.signIn({ email: email.trim(), password }),
    onSuccess: onSignedIn,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: passkeys are offered once per form.
  useEffect(() => {
    if (!setup.passwords) return;
    let isMounted = true;
    offerPasskeys().then((isDone) => isMounted && isDone && onSignedIn(SIGNED_IN), fail);
    return () => {
      isMounted = false;
      void stopOfferingPasskeys();
    };
  }, []);

  const others = useOtherMethods({ setup, begin, onSignedIn, onStep, onProblem: setProblem });
  return (
    <div className="flex flex-col gap-5">
      {problem === undefined ? null : <Notice kind="problem">{problem}</Notice>}
      {setup.passwords ? (
        <Form
          onSubmit={() => byPassword.mutate()}
          action={signIn.submit}
          busy={byPassword.isPending}
          buttonClass={OPEN_BUTTON}
        >
          <Field label={words.email}>
            <TextInput
              required
              autoFocus
              type="email"
              autoComplete="username webauthn"
              maxLength={EMAIL_LENGTH_MAX}
              value={email}
              onChange={(event) => onEmail(event.target.value)}
              className={OPEN_CONTROL}
            />
          </Field>
          <div className="relative">
            <Field label={words.password}>
              <PasswordInput
                required
                autoComplete="current-password"
                maxLength={PASSWORD_LENGTH_MAX}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                className={OPEN_CONTROL}
              />
            </Field>
            <button
              type="button"
              onClick={() => onStep('forgotten')}
              className={`${OPEN_LINK} absolute right-0 top-0`}
            >
              {signIn.forgotten}
            </button>
          </div>
        </Form>
      ) : null}
      {setup.passwords && others.length > 0 ? (
        <p className="flex items-center gap-3 text-xs text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {words.or}
        </p>
      ) : null}
      {others.length === 0 ? null : <div className="flex flex-col gap-2">{others}</div>}
      {!setup.passwords && others.length === 0 ? <Notice kind="warning">{signIn.noWay}</Notice> : null}
    </div>
  );
}

interface OtherMethods extends Pick<SignInFormProps, 'setup' | 'onSignedIn' | 'onStep'> {
  /** Callbacks for all ways to sign in. */
  readonly begin: { readonly onMutate: () => void; readonly onError: (error: unknown) => void };
  readonly onProblem: (problem: string) => void;
}

function useOtherMethods({
  setup,
  begin,
  onSignedIn,
  onStep,
  onProblem,
}: OtherMethods): readonly ReactNode[] {
  const byPasskey = useMutation({
    ...begin,
    mutationFn: signInWithPasskey,
    onSuccess: (isDone) => (isDone ? onSignedIn(SIGNED_IN) : onProblem(signIn.noPasskey)),
  });
  const byProvider = useMutation({
    ...begin,
    mutationFn: () => api.accounts.signInWithOIDC(),
    onSuccess: (url) => window.location.assign(url),
  });

  return [
    hasPasskeys() ? (
      <Button
        key="passkey"
        busy={byPasskey.isPending}
        onClick={() => byPasskey.mutate()}
        className={OPEN_BUTTON}
      >
        <Icon name="key" />
        {signIn.withPasskey}
      </Button>
    ) : null,
    setup.mail ? (
      <Button key="mail" onClick={() => onStep('link')} className={OPEN_BUTTON}>
        <Icon name="mail" />
        {signIn.byMail}
      </Button>
    ) : null,
    setup.oidc === null ? null : (
      <Button
        key="oidc"
        variant={setup.passwords ? 'plain' : 'primary'}
        busy={byProvider.isPending || byProvider.isSuccess}
        onClick={() => byProvider.mutate()}
        className={OPEN_BUTTON}
      >
        <Icon name="shield" />
        {signIn.withProvider(setup.oidc.name)}
      </Button>
    ),
  ].filter((button) => button !== null);
}

function refusalText(code: string): string {
  const { title, ...reasons } = signIn.failed;
  const texts: Readonly<Record<string, string>> = reasons;
  return `${title} ${texts[code] ?? reasons.unknown}`;
}
