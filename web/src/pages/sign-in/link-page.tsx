import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnterApplication } from '../../app/enter-application.ts';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON, OPEN_LINK, SignedOutPage } from '../../app/signed-out-page.tsx';
import { api } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Notice } from '../../ui/states.tsx';
import { GoneLink, isSignInLinkGone } from './gone-link.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

const route = getRouteApi('/open/sign-in/link/$token');

/**
 * Page for a mailed sign-in link. Signs in only after a click: mail scanners open links, and each link works only once.
 */
export function LinkPage() {
  const { token } = route.useParams();
  const [needsCode, setNeedsCode] = useState(false);
  const enter = useEnterApplication();
  const open = useMutation({
    mutationFn: () => api.accounts.signInByLink(token),
    onSuccess: (result) => (result.needsCode ? setNeedsCode(true) : enter()),
  });
  if (needsCode) {
    return (
      <SignedOutPage title={words.code.title}>
        <SecondFactorForm onSignedIn={() => enter()} />
      </SignedOutPage>
    );
  }
  if (isSignInLinkGone(open.error)) return <GoneLink {...words.link} step="link" />;
  return (
    <SignedOutPage
      title={words.link.opening}
      intro={words.link.openingIntro}
      footer={
        <Link to="/sign-in" activeOptions={{ exact: true }} className={OPEN_LINK}>
          {words.link.back}
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        {open.error === null ? null : <Notice kind="problem">{messageOf(open.error)}</Notice>}
        <Button
          variant="primary"
          autoFocus
          busy={open.isPending}
          onClick={() => open.mutate()}
          className={OPEN_BUTTON}
        >
          {words.link.open}
        </Button>
      </div>
    </SignedOutPage>
  );
}
