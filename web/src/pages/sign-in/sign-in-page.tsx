import { EMAIL_LENGTH_MAX } from '@overdue/domain/access/email-address.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useEnterApplication } from '../../app/enter-application.ts';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON, OPEN_CONTROL, OPEN_LINK, SignedOutPage } from '../../app/signed-out-page.tsx';
import { accountQuery, setupQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/open/sign-in');

type Step =
  | { readonly name: 'start' | 'code' | 'link' | 'forgotten' }
  | { readonly name: 'sent'; readonly text: string };

const START: Step = { name: 'start' };

export function SignInPage() {
  const { next, error, step: wanted } = route.useSearch();
  const setup = useQuery(setupQuery);
  const [step, setStep] = useState<Step>(
    wanted === 'link' || wanted === 'forgotten' ? { name: wanted } : START,
  );
  // All steps share the email address, so that people type it only once.
  const [email, setEmail] = useState('');
  const enter = useEnterApplication();

  // Doesn't request the account again if a redirect to this page has already found no session.
  const { isSuccess: isSignedIn } = useQuery({ ...accountQuery, retryOnMount: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the account is known.
  useEffect(() => {
    if (isSignedIn) enter(next);
  }, [isSignedIn]);

  function continueSignIn(signedIn: { readonly needsCode: boolean }): void {
    if (signedIn.needsCode) setStep({ name: 'code' });
    else enter(next);
  }
  if (setup.data?.needed === true) return <Navigate to="/setup" replace />;

  const back = (label: string) => (
    <button type="button" onClick={() => setStep(START)} className={OPEN_LINK}>
      {label}
    </button>
  );
  switch (step.name) {
    case 'start':
      return (
        <SignedOutPage title={words.signIn.title}>
          {setup.error !== null ? (
            <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />
          ) : setup.data === undefined ? (
            <SignInSkeleton />
          ) : (
            <SignInForm
              setup={setup.data}
              email={email}
              onEmail={setEmail}
              refusal={error}
              onSignedIn={continueSignIn}
              onStep={(name) => setStep({ name })}
            />
          )}
        </SignedOutPage>
      );
    case 'code':
      return (
        <SignedOutPage title={words.code.title} footer={back(words.code.back)}>
          <SecondFactorForm onSignedIn={() => enter(next)} />
        </SignedOutPage>
      );
    case 'link':
      return (
        <SignedOutPage title={words.link.title} intro={words.link.intro} footer={back(words.link.back)}>
          <MailForm
            kind="link"
            email={email}
            onEmail={setEmail}
            onSent={(text) => setStep({ name: 'sent', text })}
          />
        </SignedOutPage>
      );
    case 'forgotten':
      return (
        <SignedOutPage
          title={words.forgotten.title}
          intro={setup.data?.mail === true ? words.forgotten.intro : undefined}
          footer={back(words.forgotten.back)}
        >
          {setup.data?.mail === true ? (
            <MailForm
              kind="reset"
              email={email}
              onEmail={setEmail}
              onSent={(text) => setStep({ name: 'sent', text })}
            />
          ) : (
            <NoMail email={email} />
          )}
        </SignedOutPage>
      );
    case 'sent':
      return (
        <SignedOutPage title={words.sent.title} footer={back(words.forgotten.back)}>
          <Sent text={step.text} />
        </SignedOutPage>
      );
  }
}

const EXAMPLE = 'ann@example.com';

/** Explains how the operator can help if the service sends no email. */
function NoMail({ email }: { readonly email: string }) {
  const { forgotten } = words;
  return (
    <div className="flex flex-col gap-3">
      <p>{forgotten.noMail}</p>
      <p className="text-soft">{forgotten.noMailHint}</p>
      <CodeBlock code={forgotten.command(email.trim() || EXAMPLE)} label={forgotten.commandLabel} />
    </div>
  );
}

/** Confirms that an email was sent. Unknown accounts get the same text. */
function Sent({ text }: { readonly text: string }) {
  return (
    <div role="status" className="flex gap-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-wash text-accent">
        <Icon name="mail" className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="break-words">{text}</p>
        <p className="pt-2 text-soft">{words.sent.hint}</p>
      </div>
    </div>
  );
}

interface MailFormProps {
  readonly kind: 'link' | 'reset';
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: (text: string) => void;
}

function MailForm({ kind, email, onEmail, onSent }: MailFormProps) {
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
  return (
    <Form
      buttonClass={OPEN_BUTTON}
      onSubmit={() => send.mutate()}
      problem={problems.general}
      action={kind === 'link' ? words.link.submit : words.forgotten.submit}
      busy={send.isPending}
    >
      <Field label={words.email} problem={problems.of('email')}>
        <TextInput
          required
          autoFocus
          type="email"
          autoComplete="username"
          maxLength={EMAIL_LENGTH_MAX}
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          className={OPEN_CONTROL}
        />
      </Field>
    </Form>
  );
}

function SignInSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="mt-9 h-10 w-full" />
    </div>
  );
}
