import type { Setup } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/states.tsx';
import { words } from './words.ts';

interface SignInAgainProps {
  readonly setup: Setup;
  readonly email: string;
  readonly hasPasskey: boolean;
  readonly onDone: () => void;
}

/** Offers people without a password a new sign-in with the identity provider or a mailed link. */
export function SignInAgain({ setup, email, hasPasskey, onDone }: SignInAgainProps) {
  const byProvider = useMutation({
    mutationFn: () => {
      const { pathname, search } = window.location;
      return api.accounts.signInWithOIDC({ again: true, next: pathname + search });
    },
    onSuccess: (url) => window.location.assign(url),
  });
  const byMail = useMutation({ mutationFn: () => api.accounts.sendSignInLink(email) });
  const error = byProvider.error ?? byMail.error;
  return (
    <>
      {setup.oidc === null ? null : (
        <div className="flex flex-col gap-1">
          <Button busy={byProvider.isPending || byProvider.isSuccess} onClick={() => byProvider.mutate()}>
            <Icon name="shield" />
            {words.provider(setup.oidc.name)}
          </Button>
          <p className="text-xs text-soft">{words.providerText}</p>
        </div>
      )}
      {!setup.mail ? null : byMail.isSuccess ? (
        <div className="flex flex-col items-start gap-3">
          <p role="status">{words.mailSent(email)}</p>
          <Button variant="primary" onClick={onDone}>
            {words.goOn}
          </Button>
        </div>
      ) : (
        <Button busy={byMail.isPending} onClick={() => byMail.mutate()}>
          <Icon name="mail" />
          {words.mail}
        </Button>
      )}
      {setup.oidc === null && !setup.mail && !hasPasskey ? (
        <Notice kind="warning">{words.noWay}</Notice>
      ) : null}
      {error === null ? null : <Notice kind="problem">{messageOf(error)}</Notice>}
    </>
  );
}
