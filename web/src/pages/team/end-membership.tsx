import type { Member } from '@overdue/sdk';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { rememberToast } from '../../app/toast-after-reload.ts';
import { accountQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { members: text } = words;

export interface Ending {
  readonly kind: 'remove' | 'leave' | 'transfer';
  readonly member: Member;
}

/** Asks for confirmation before a member is removed or leaves, or ownership is transferred: only other people can undo this. */
export function EndMembership({
  ending,
  onClose,
}: {
  readonly ending: Ending | undefined;
  readonly onClose: () => void;
}) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const toast = useToast();
  const end = useMutation({
    async mutationFn({ kind, member }: Ending) {
      if (kind === 'transfer') await api.team.transfer(member.memberID);
      else await api.members.remove(member.memberID);
    },
    async onSuccess(_, { kind, member }) {
      if (kind === 'leave') {
        // Reloads the application, because the session now belongs to another team.
        rememberToast(text.left(account.team?.name ?? ''));
        window.location.assign('/');
        return;
      }
      toast({ title: kind === 'remove' ? text.removed(member.name) : text.transferred(member.name) });
      await queryClient.invalidateQueries({ queryKey: ['team'] });
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
    onError: (error) => toast({ kind: 'problem', title: messageOf(error) }),
  });
  const { title, detail, action } = sentences(ending, account.team?.name ?? '');
  return (
    <Confirm
      open={ending !== undefined}
      title={title}
      action={action}
      onClose={onClose}
      onConfirm={async () => {
        if (ending !== undefined) await end.mutateAsync(ending).catch(() => undefined);
      }}
    >
      {detail}
    </Confirm>
  );
}

function sentences(ending: Ending | undefined, team: string) {
  const name = ending?.member.name ?? '';
  switch (ending?.kind) {
    case 'leave':
      return { title: text.leaveTitle(team), detail: text.leaveText, action: text.leaveAction };
    case 'transfer':
      return {
        title: text.transferTitle(name),
        detail: text.transferText(name),
        action: text.transferAction,
      };
    default:
      return { title: text.removeTitle(name), detail: text.removeText, action: text.removeAction };
  }
}
