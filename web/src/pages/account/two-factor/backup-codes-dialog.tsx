import type { Account } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { backupCodesQuery } from '../../../data/account/backup-codes.ts';
import { api } from '../../../data/client.ts';
import { queryClient } from '../../../data/query-client.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { words } from '../words.ts';
import { SavedCodes } from './saved-codes.tsx';

const { twoFactor: text } = words;

export function BackupCodesDialog({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const make = useMutation({
    mutationFn: () => api.accounts.newBackupCodes(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: backupCodesQuery.queryKey }),
  });
  const problem = make.error === null ? undefined : messageOf(make.error);
  if (make.data !== undefined) {
    return <SavedCodes codes={make.data} email={account.email} onClose={onClose} />;
  }
  return (
    <FormDialog
      onClose={onClose}
      title={text.newCodesTitle}
      description={text.newCodesText}
      action={text.make}
      busy={make.isPending}
      problem={problem}
      onSubmit={() => make.mutate()}
    />
  );
}
