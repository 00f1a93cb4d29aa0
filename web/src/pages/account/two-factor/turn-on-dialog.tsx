import type { Account, TwoFactorSecret } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../../data/account/account.ts';
import { replaceSession } from '../../../data/account/session-end.ts';
import { api } from '../../../data/client.ts';
import { queryClient } from '../../../data/query-client.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { words } from '../words.ts';
import { SavedCodes } from './saved-codes.tsx';
import { TwoFactorScan } from './scan.tsx';

const { twoFactor: text } = words;

/**
 * Shows the key, asks for a first code, and then shows the backup codes. The first code turns on two-factor
 * authentication.
 */
export function TwoFactorOnDialog({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const [secret, setSecret] = useState<TwoFactorSecret>();
  const [code, setCode] = useState('');
  const toast = useToast();
  const begin = useMutation({
    mutationFn: () => api.accounts.beginTwoFactor(),
    onSuccess: setSecret,
  });
  const confirm = useMutation({
    mutationFn: (entered: string) => replaceSession(() => api.accounts.confirmTwoFactor(entered)),
    onSuccess: () => toast({ title: text.turnedOn }),
    onError: () => setCode(''),
  });
  function submit(): void {
    if (secret === undefined) begin.mutate();
    else confirm.mutate(code);
  }
  function close(): void {
    if (confirm.isSuccess) void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    onClose();
  }

  if (confirm.isSuccess && secret !== undefined) {
    return <SavedCodes codes={secret.backupCodes} email={account.email} onClose={close} />;
  }
  const step = secret === undefined ? begin : confirm;
  const problem = step.error === null ? undefined : messageOf(step.error);
  return (
    <FormDialog
      onClose={close}
      title={secret === undefined ? text.turnOnTitle : text.scanTitle}
      action={secret === undefined ? text.goOn : text.finish}
      ready={secret === undefined || code !== ''}
      busy={step.isPending}
      problem={secret === undefined ? problem : undefined}
      onSubmit={submit}
    >
      {secret !== undefined ? (
        <TwoFactorScan
          totpURI={secret.totpURI}
          code={code}
          onCode={setCode}
          onComplete={(all) => confirm.mutate(all)}
          problem={problem}
        />
      ) : (
        <p className="text-soft">{text.intro}</p>
      )}
    </FormDialog>
  );
}
