import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { OPEN_BUTTON, OPEN_CONTROL } from '../../app/open-page.tsx';
import { words } from '../../app/sign-in-words.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/states.tsx';

interface MailFormProps {
  readonly kind: 'link' | 'reset';
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: (text: string) => void;
}

export function MailForm({ kind, email, onEmail, onSent }: MailFormProps) {
  const send = useMutation({
    async mutationFn() {
      const address = email.trim();
      if (kind === 'link') {
        const { minutes } = await api.accounts.sendSignInLink(address);
        return words.sent.signIn(address, minutes);
      }
      await api.accounts.requestPasswordReset(address);
      return words.sent.reset(address);
    },
    onSuccess: onSent,
  });
  const problems = problemsOf(send.error, ['email']);
  function submit(event: FormEvent): void {
    event.preventDefault();
    send.mutate();
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={words.email} problem={problems.of('email')}>
        <TextInput
          required
          autoFocus
          type="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          className={OPEN_CONTROL}
        />
      </Field>
      {problems.general === undefined ? null : <Notice kind="problem">{problems.general}</Notice>}
      <Button type="submit" variant="primary" busy={send.isPending} className={OPEN_BUTTON}>
        {kind === 'link' ? words.link.submit : words.forgotten.submit}
      </Button>
    </form>
  );
}
