import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON, OPEN_CONTROL, OPEN_LINK, SignedOutPage } from '../../app/signed-out-page.tsx';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { NewPassword } from '../../ui/form/new-password.tsx';
import { GoneLink, isSignInLinkGone } from './gone-link.tsx';

const route = getRouteApi('/open/reset-password/$token');
const { reset } = words;

export function ResetPasswordPage() {
  const { token } = route.useParams();
  const [password, setPassword] = useState('');
  const save = useMutation({
    mutationFn: () => api.accounts.resetPassword({ token, newPassword: password }),
    // Clears all data, because the reset has also ended the session of this browser.
    onSuccess: () => queryClient.clear(),
  });
  const problems = problemsOf(save.error, ['newPassword']);
  if (save.isSuccess) {
    return (
      <SignedOutPage title={reset.doneTitle} intro={reset.done}>
        <Link to="/sign-in" className={buttonClass('primary', OPEN_BUTTON)}>
          {reset.goOn}
        </Link>
      </SignedOutPage>
    );
  }
  if (isSignInLinkGone(save.error)) return <GoneLink {...reset} step="forgotten" />;
  return (
    <SignedOutPage
      title={reset.title}
      intro={reset.intro}
      footer={
        <Link to="/sign-in" className={OPEN_LINK}>
          {reset.goOn}
        </Link>
      }
    >
      <Form
        buttonClass={OPEN_BUTTON}
        onSubmit={() => save.mutate()}
        problem={problems.general}
        action={reset.submit}
        busy={save.isPending}
      >
        <NewPassword
          label={words.newPassword}
          value={password}
          onChange={setPassword}
          problem={problems.of('newPassword')}
          className={OPEN_CONTROL}
        />
      </Form>
    </SignedOutPage>
  );
}
