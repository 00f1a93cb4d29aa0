import { PASSWORD_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import type { Account } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { sessionsQuery } from '../../data/account/account.ts';
import { replaceSession } from '../../data/account/session-end.ts';
import { api, isForbidden } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NewPassword } from '../../ui/form/new-password.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { Section } from '../../ui/section.tsx';
import { Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as common } from '../../ui/words.ts';
import { words } from './words.ts';

const { password: text } = words;
const EMPTY = { currentPassword: '', newPassword: '' };

export function PasswordSection({ account }: { readonly account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const [input, setInput] = useState(EMPTY);
  const current = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const change = useMutation({
    mutationFn: () => replaceSession(() => api.accounts.changePassword(input)),
    onSuccess() {
      close();
      toast({ title: text.changed });
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError(error) {
      if (isForbidden(error)) current.current?.focus();
    },
  });
  const problems = problemsOf(change.error, Object.keys(EMPTY));
  // The service refuses a wrong password without naming the field.
  const wrongPassword = isForbidden(change.error) ? problems.general : undefined;
  const general = wrongPassword === undefined ? problems.general : undefined;
  function close(): void {
    setOpen(false);
    setInput(EMPTY);
    change.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    change.mutate();
  }
  return (
    <Section title={text.title} anchor="password" intro={account.hasPassword ? text.intro : undefined}>
      {!account.hasPassword ? (
        <p className="text-soft">{text.none}</p>
      ) : !isOpen ? (
        <Button onClick={() => setOpen(true)}>{text.open}</Button>
      ) : (
        <form onSubmit={submit} className="flex max-w-100 flex-col gap-4">
          {/* A hidden field, so that password managers find the account. */}
          <input type="text" autoComplete="username" value={account.email} readOnly hidden />
          <Field label={text.current} problem={problems.of('currentPassword') ?? wrongPassword}>
            <PasswordInput
              ref={current}
              required
              autoFocus
              autoComplete="current-password"
              maxLength={PASSWORD_LENGTH_MAX}
              value={input.currentPassword}
              onChange={(event) => setInput({ ...input, currentPassword: event.target.value })}
            />
          </Field>
          <NewPassword
            label={text.next}
            value={input.newPassword}
            onChange={(newPassword) => setInput({ ...input, newPassword })}
            problem={problems.of('newPassword')}
            known={[account.name, account.email, account.team?.name ?? '']}
          />
          {general === undefined ? null : <Notice kind="problem">{general}</Notice>}
          <div className="flex gap-2">
            <Button type="submit" variant="primary" needsService busy={change.isPending}>
              {text.change}
            </Button>
            <Button onClick={close}>{common.cancel}</Button>
          </div>
        </form>
      )}
    </Section>
  );
}
