import type { Account } from '@overdue/sdk';
import { ACCOUNT_EDIT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { EmailChange } from './email/email-change.tsx';
import { words } from './words.ts';

const { profile } = words;

export function Profile({ account }: { readonly account: Account }) {
  const [loaded, setLoaded] = useState(account);
  const [name, setName] = useState(account.name);
  const toast = useToast();
  const save = useMutation({
    mutationFn: () =>
      saveMerged({
        base: loaded,
        edit: { name: name.trim() },
        send: (edit, options) => api.accounts.update(edit, options),
      }),
    onSuccess(changed) {
      queryClient.setQueryData(accountQuery.queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ['team'] });
      setLoaded(changed);
      setName(changed.name);
      toast({ title: words.saved });
    },
  });
  const problems = problemsOf(save.error, ['name']);
  const isChanged = name.trim() !== account.name && name.trim() !== '';
  return (
    <Section title={profile.title} intro={profile.intro}>
      <Form
        onSubmit={() => save.mutate()}
        problem={problems.general}
        action={profile.save}
        ready={isChanged}
        busy={save.isPending}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={profile.name} problem={problems.of('name')}>
            <TextInput
              required
              autoComplete="name"
              maxLength={ACCOUNT_EDIT_LENGTHS.name}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field
            label={profile.email}
            hint={account.service.hasMail ? profile.emailHint : `${profile.emailHint} ${profile.emailFixed}`}
          >
            <TextInput readOnly value={account.email} className="bg-sunken text-soft" />
          </Field>
        </div>
      </Form>
      {account.service.hasMail ? <EmailChange account={account} /> : null}
    </Section>
  );
}
