import type { OpenInvitation } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEnterApplication } from '../../app/enter-application.ts';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON } from '../../app/signed-out-page.tsx';
import { api } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Notice } from '../../ui/states.tsx';

const { invite } = words;

interface JoinAsYouProps {
  readonly token: string;
  readonly invitation: OpenInvitation;
  readonly email: string;
}

export function JoinAsYou({ token, invitation, email }: JoinAsYouProps) {
  const enter = useEnterApplication();
  const navigate = useNavigate();
  const join = useMutation({
    mutationFn: () => api.invitations.accept({ token }),
    onSuccess: () => enter(),
  });
  const leave = useMutation({
    mutationFn: () => api.accounts.signOut(),
    async onSuccess() {
      queryClient.clear();
      await navigate({ to: '/sign-in', search: { next: `/invite/${token}` } });
    },
  });
  const isForOther = invitation.email !== null && invitation.email.toLowerCase() !== email.toLowerCase();
  const problem = join.error ?? leave.error;
  return (
    <div className="flex flex-col gap-3">
      {isForOther ? (
        <Notice kind="warning">{invite.forOther(invitation.email ?? '')}</Notice>
      ) : (
        <p>{invite.asYou(email)}</p>
      )}
      {problem === null ? null : <Notice kind="problem">{messageOf(problem)}</Notice>}
      {isForOther ? null : (
        <Button variant="primary" busy={join.isPending} onClick={() => join.mutate()} className={OPEN_BUTTON}>
          {invite.join(invitation.team)}
        </Button>
      )}
      <Button busy={leave.isPending} onClick={() => leave.mutate()} className={OPEN_BUTTON}>
        {invite.otherAccount}
      </Button>
    </div>
  );
}
