import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, setupQuery } from '../../data/account/account.ts';
import { confirmWithPasskey, hasPasskeys, passkeysQuery } from '../../data/account/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/states.tsx';
import { words as common } from '../../ui/words.ts';
import { PasswordProof } from './password-proof.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { words } from './words.ts';

const FORM = 'confirm-it-is-you';

/** Asks for the password and a code, or for a passkey. Users with neither must sign in again. */
export function ReauthenticationDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const { data: account } = useQuery(accountQuery);
  const { data: setup } = useQuery(setupQuery);
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: hasPasskeys() });
  const [isBusy, setBusy] = useState(false);
  const [noPasskey, setNoPasskey] = useState(false);
  const byPasskey = useMutation({
    mutationFn: confirmWithPasskey,
    onMutate: () => setNoPasskey(false),
    onSuccess: (isDone) => (isDone ? onEnd(true) : setNoPasskey(true)),
  });
  const byPassword = account?.hasPassword === true && setup?.passwords === true;
  const problem =
    byPasskey.error === null ? (noPasskey ? words.noPasskey : undefined) : messageOf(byPasskey.error);
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={words.title}
      description={words.text}
      actions={
        <>
          <Button onClick={() => onEnd(false)}>{common.cancel}</Button>
          {byPassword ? (
            <Button variant="primary" type="submit" form={FORM} busy={isBusy}>
              {words.confirm}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {byPassword && account !== undefined ? (
          <PasswordProof form={FORM} account={account} onBusy={setBusy} onDone={() => onEnd(true)} />
        ) : null}
        {passkeys === undefined || passkeys.length === 0 ? null : (
          <Button
            variant={byPassword ? 'plain' : 'primary'}
            busy={byPasskey.isPending}
            onClick={() => byPasskey.mutate()}
          >
            <Icon name="key" />
            {words.passkey}
          </Button>
        )}
        {problem === undefined ? null : <Notice kind="problem">{problem}</Notice>}
        {byPassword || account === undefined || setup === undefined ? null : (
          <SignInAgain
            setup={setup}
            email={account.email}
            hasPasskey={(passkeys?.length ?? 0) > 0}
            onDone={() => onEnd(true)}
          />
        )}
      </div>
    </Dialog>
  );
}
