import type { OpenInvitation } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEnterApplication } from '../../app/enter-application.ts';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON, SignedOutPage } from '../../app/signed-out-page.tsx';
import { accountQuery, setupQuery } from '../../data/account/account.ts';
import { api, isUnauthorized } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { invitationQuery, isInvitationGone } from '../../data/team/members.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import { NewAccount } from './new-account.tsx';

const route = getRouteApi('/open/invite/$token');
const { invite } = words;

/** Lets signed-in people join with one click. Other people sign in or create an account first. */
export function InvitePage() {
  const { token } = route.useParams();
  const invitation = useQuery(invitationQuery(token));
  const account = useQuery(accountQuery);
  const setup = useQuery(setupQuery);
  const isStranger = account.error !== null && isUnauthorized(account.error);
  const problem = invitation.error ?? setup.error ?? (isStranger ? null : account.error);

  if (invitation.error !== null && isInvitationGone(invitation.error)) {
    return (
      <SignedOutPage title={invite.goneTitle} documentTitle={invite.documentTitle} intro={invite.gone}>
        <Link to="/sign-in" className={buttonClass('plain', OPEN_BUTTON)}>
          {invite.toSignIn}
        </Link>
      </SignedOutPage>
    );
  }
  if (problem !== null) {
    return (
      <SignedOutPage title={invite.documentTitle}>
        <ErrorState error={problem} onRetry={() => window.location.reload()} />
      </SignedOutPage>
    );
  }
  if (
    invitation.data === undefined ||
    setup.data === undefined ||
    (account.data === undefined && !isStranger)
  ) {
    return (
      <SignedOutPage title={invite.documentTitle}>
        <Skeleton className="h-10 w-full" />
        <Skeleton className="mt-4 h-40 w-full" />
      </SignedOutPage>
    );
  }
  const { team, role, invitedBy, expiresAt } = invitation.data;
  return (
    <SignedOutPage
      title={invite.title(team)}
      documentTitle={invite.documentTitle}
      intro={
        <>
          <p>{invite.intro(invitedBy, team, invite.roles[role])}</p>
          <p className="pt-1">{invite.roleHints[role]}</p>
        </>
      }
      footer={
        <span>
          {invite.expires} <Moment at={expiresAt} />
        </span>
      }
    >
      {account.data === undefined ? (
        <NewAccount token={token} invitation={invitation.data} setup={setup.data} />
      ) : (
        <JoinAsYou token={token} invitation={invitation.data} email={account.data.email} />
      )}
    </SignedOutPage>
  );
}

interface JoinAsYouProps {
  readonly token: string;
  readonly invitation: OpenInvitation;
  readonly email: string;
}

function JoinAsYou({ token, invitation, email }: JoinAsYouProps) {
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
