import { useMutation } from '@tanstack/react-query';
import { accountQuery } from '../../../data/account/account.ts';
import { replaceSession } from '../../../data/account/session-end.ts';
import { api } from '../../../data/client.ts';
import { queryClient } from '../../../data/query-client.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { words } from '../words.ts';

const { twoFactor: text } = words;

export function TwoFactorOffDialog({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const turnOff = useMutation({
    mutationFn: () => replaceSession(() => api.accounts.endTwoFactor()),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      toast({ title: text.turnedOff });
      onClose();
    },
  });
  const problem = turnOff.error === null ? undefined : messageOf(turnOff.error);
  return (
    <FormDialog
      onClose={onClose}
      title={text.offTitle}
      description={text.offText}
      action={text.turnOff}
      isDangerous
      busy={turnOff.isPending}
      problem={problem}
      onSubmit={() => turnOff.mutate()}
    />
  );
}
