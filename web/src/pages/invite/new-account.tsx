import { EMAIL_LENGTH_MAX } from '@overdue/domain/access/email-address.ts';
import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { OpenInvitation, Setup } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnterApplication } from '../../app/enter-application.ts';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON, OPEN_CONTROL } from '../../app/signed-out-page.tsx';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { NewPassword } from '../../ui/form/new-password.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/states.tsx';

const { invite, signIn } = words;

interface NewAccountProps {
  readonly token: string;
  readonly invitation: OpenInvitation;
  readonly setup: Setup;
}

/** Options for people who are not signed in: a new account, the identity provider, or an existing account. */
export function NewAccount({ token, invitation, setup }: NewAccountProps) {
  const { oidc } = setup;
  const byProvider = useMutation({
    mutationFn: () => api.accounts.signInWithOIDC({ invitation: token }),
    onSuccess: (url) => window.location.assign(url),
  });
  return (
    <div className="flex flex-col gap-4">
      {setup.passwords ? <AccountForm token={token} invitation={invitation} /> : null}
      <p className="flex items-center gap-3 text-xs text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {words.or}
      </p>
      <div className="flex flex-col gap-2">
        {oidc === null ? null : (
          <Button
            variant={setup.passwords ? 'plain' : 'primary'}
            busy={byProvider.isPending || byProvider.isSuccess}
            onClick={() => byProvider.mutate()}
            className={OPEN_BUTTON}
          >
            <Icon name="shield" />
            {signIn.withProvider(oidc.name)}
          </Button>
        )}
        {byProvider.error === null ? null : <Notice kind="problem">{messageOf(byProvider.error)}</Notice>}
        <Link
          to="/sign-in"
          search={{ next: `/invite/${token}` }}
          className={buttonClass('plain', OPEN_BUTTON)}
        >
          {invite.signInFirst}
        </Link>
      </div>
    </div>
  );
}

function AccountForm({ token, invitation }: Omit<NewAccountProps, 'setup'>) {
  const [input, setInput] = useState({ name: '', email: invitation.email ?? '', password: '' });
  const enter = useEnterApplication();
  const accept = useMutation({
    mutationFn: () => api.invitations.accept({ token, ...input }),
    onSuccess: () => enter(),
  });
  const problems = problemsOf(accept.error, Object.keys(input));
  const set = (change: Partial<typeof input>) => setInput({ ...input, ...change });
  return (
    <Form
      buttonClass={OPEN_BUTTON}
      onSubmit={() => accept.mutate()}
      problem={problems.general}
      action={invite.create}
      busy={accept.isPending}
    >
      <Field label={words.name} problem={problems.of('name')}>
        <TextInput
          required
          autoFocus
          autoComplete="name"
          maxLength={SHORT_NAME_LENGTH_MAX}
          value={input.name}
          onChange={(event) => set({ name: event.target.value })}
          className={OPEN_CONTROL}
        />
      </Field>
      <Field label={words.email} problem={problems.of('email')}>
        <TextInput
          required
          type="email"
          autoComplete="username"
          maxLength={EMAIL_LENGTH_MAX}
          readOnly={invitation.email !== null}
          value={input.email}
          onChange={(event) => set({ email: event.target.value })}
          className={`${OPEN_CONTROL} read-only:bg-sunken read-only:text-soft`}
        />
      </Field>
      <NewPassword
        label={words.password}
        value={input.password}
        onChange={(password) => set({ password })}
        problem={problems.of('password')}
        known={[input.name, input.email, invitation.team]}
        className={OPEN_CONTROL}
      />
    </Form>
  );
}
