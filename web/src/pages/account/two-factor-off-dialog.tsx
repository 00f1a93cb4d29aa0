import type { Account } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accountQuery } from '../../data/account.ts';
import { api, messageOf } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { replaceSession } from '../../data/session-end.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from '../../words/account.ts';
import { words as common } from '../../words/ui.ts';
import { OwnPassword } from './own-password.tsx';

const { twoFactor: text } = words;
const FORM = 'two-factor-off-form';

export function TwoFactorOffDialog({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const [password, setPassword] = useState('');
  const toast = useToast();
  const turnOff = useMutation({
    mutationFn: () =>
      replaceSession(() => api.accounts.endTwoFactor(account.hasPassword ? password : undefined)),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      toast({ title: text.turnedOff });
      onClose();
    },
  });
  const problem = turnOff.error === null ? undefined : messageOf(turnOff.error);
  function submit(event: FormEvent): void {
    event.preventDefault();
    turnOff.mutate();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.offTitle}
      description={text.offText}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" type="submit" form={FORM} busy={turnOff.isPending}>
            {text.turnOff}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit}>
        <OwnPassword account={account} value={password} onChange={setPassword} problem={problem} />
      </form>
    </Dialog>
  );
}
