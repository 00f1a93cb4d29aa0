import type { Account } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { leave } from '../../app/sign-out.ts';
import { rememberToast } from '../../app/toast-after-reload.ts';
import { api } from '../../data/client.ts';
import { TypedConfirm } from '../../ui/dialog/typed-confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { words } from './words.ts';

const { deletion: text } = words;

interface DeleteAccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

export function DeleteAccountDialog({ account, onClose }: DeleteAccountDialogProps) {
  const deletion = useMutation({
    mutationFn: () =>
      leave(async () => {
        await api.accounts.delete(account.email);
        rememberToast(text.done);
      }),
  });
  return (
    <TypedConfirm
      title={text.question}
      description={account.teams.length === 0 ? text.consequence : `${text.leavesTeams} ${text.consequence}`}
      action={text.action}
      name={account.email}
      busy={deletion.isPending || deletion.isSuccess}
      problem={deletion.error === null ? undefined : messageOf(deletion.error)}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    />
  );
}
