import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useEnterApplication } from '../../app/enter-application.ts';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_LINK, SignedOutPage } from '../../app/signed-out-page.tsx';
import { accountQuery, setupQuery } from '../../data/account/account.ts';
import { ErrorState } from '../../ui/states.tsx';
import { MailForm } from './mail-form.tsx';
import { NoMail } from './no-mail.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { Sent } from './sent.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInSkeleton } from './sign-in-skeleton.tsx';

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
