import { EMAIL_LENGTH_MAX } from '@overdue/domain/access/email-address.ts';
import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnterApplication } from '../../app/enter-application.ts';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON, OPEN_CONTROL, SignedOutPage } from '../../app/signed-out-page.tsx';
import { setupQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { NewPassword } from '../../ui/form/new-password.tsx';

const { setup } = words;
const EMPTY = { name: '', email: '', password: '', team: '' };

export function SetupPage() {
  const { data: state } = useQuery(setupQuery);
  const [input, setInput] = useState(EMPTY);
  const enter = useEnterApplication();
  const create = useMutation({ mutationFn: () => api.accounts.setUp(input), onSuccess: () => enter() });
  if (state?.needed === false && create.status === 'idle') return <Navigate to="/sign-in" replace />;

  const { of: problemOf, general } = problemsOf(create.error, Object.keys(EMPTY));
  const set = (change: Partial<typeof EMPTY>) => setInput({ ...input, ...change });
  return (
    <SignedOutPage
      title={setup.title}
      documentTitle={setup.documentTitle}
      intro={setup.intro}
      footer={setup.nothingLeaves}
      wide
    >
      <Form
        buttonClass={OPEN_BUTTON}
        onSubmit={() => create.mutate()}
        problem={general}
        action={setup.submit}
        busy={create.isPending}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={words.name} problem={problemOf('name')}>
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
          <Field label={setup.team} problem={problemOf('team')}>
            <TextInput
              required
              autoComplete="organization"
              maxLength={SHORT_NAME_LENGTH_MAX}
              placeholder={setup.teamExample}
              value={input.team}
              onChange={(event) => set({ team: event.target.value })}
              className={OPEN_CONTROL}
            />
          </Field>
        </div>
        <Field label={words.email} problem={problemOf('email')}>
          <TextInput
            required
            type="email"
            autoComplete="username"
            maxLength={EMAIL_LENGTH_MAX}
            value={input.email}
            onChange={(event) => set({ email: event.target.value })}
            className={OPEN_CONTROL}
          />
        </Field>
        <NewPassword
          label={words.password}
          value={input.password}
          onChange={(password) => set({ password })}
          problem={problemOf('password')}
          known={[input.name, input.email, input.team]}
          className={OPEN_CONTROL}
        />
      </Form>
    </SignedOutPage>
  );
}
