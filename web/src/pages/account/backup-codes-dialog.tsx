import type { Account } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { api, messageOf } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/account.ts';
import { BackupCodes } from './backup-codes.tsx';
import { OwnPassword } from './own-password.tsx';
import { useOwnPassword } from './use-own-password.ts';

const { twoFactor: text } = words;

/** New backup codes in place of the old ones. */
export function BackupCodesDialog({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const { password, setPassword, given, isReady } = useOwnPassword(account);
  const make = useMutation({
    mutationFn: () => api.accounts.newBackupCodes(given),
  });
  const problem = make.error === null ? undefined : messageOf(make.error);
  if (make.data !== undefined) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={text.codesTitle}
        actions={
          <Button look="primary" onClick={onClose}>
            {text.kept}
          </Button>
        }
      >
        <BackupCodes codes={make.data} email={account.email} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title={text.newCodesTitle}
      description={text.newCodesText}
      action={text.make}
      ready={isReady}
      busy={make.isPending}
      onSubmit={() => make.mutate()}
    >
      <OwnPassword account={account} value={password} onChange={setPassword} problem={problem} />
    </FormDialog>
  );
}
