import { DAY_MS } from '@overdue/domain/time-units.ts';
import type { Invitation } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { invitationsQuery } from '../../data/team/members.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { CreatedInvitationDialog } from './created-invitation-dialog.tsx';
import { words } from './words.ts';

const { invitations: text } = words;

export function InvitationsTab({ onInvite }: { readonly onInvite: () => void }) {
  const { data: invitations, error, refetch } = useQuery(invitationsQuery);
  const revoke = useRevoke();
  const renew = useRenewal();
  return (
    <Panel flush>
      {invitations === undefined ? (
        error === null ? (
          <TableSkeleton bare />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : invitations.length === 0 ? (
        <EmptyState
          icon="mail"
          title={text.emptyTitle}
          action={
            <Button variant="primary" onClick={onInvite}>
              {words.members.invite}
            </Button>
          }
        >
          {text.emptyText}
        </EmptyState>
      ) : (
        <Table
          label={text.label}
          columns={columnsOf(revoke, renew)}
          rows={invitations}
          rowKey={({ invitationID }) => invitationID}
        />
      )}
      {renew.data === undefined ? null : (
        <CreatedInvitationDialog open created={renew.data} onClose={renew.reset} />
      )}
    </Panel>
  );
}

function useRevoke() {
  const toast = useToast();
  return useMutation({
    mutationFn: ({ invitationID }: Invitation) => api.invitations.revoke(invitationID),
    onSuccess: () => toast({ title: text.revoked }),
    onError: (problem) => toast({ kind: 'problem', title: messageOf(problem) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
}

/** Replaces an invitation with a new one. The service does not store links, so it can't show the old link again. */
function useRenewal() {
  const toast = useToast();
  return useMutation({
    async mutationFn({ invitationID, email, role, createdAt, expiresAt }: Invitation) {
      const expiresInDays = Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MS);
      const created = await api.invitations.create({ email, role, expiresInDays });
      // The service itself replaces an open invitation to the same address.
      if (email === null) await api.invitations.revoke(invitationID);
      return created;
    },
    onError: (problem) => toast({ kind: 'problem', title: messageOf(problem) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
}

function columnsOf(
  revoke: ReturnType<typeof useRevoke>,
  renew: ReturnType<typeof useRenewal>,
): readonly Column<Invitation>[] {
  return [
    {
      key: 'whom',
      title: text.columns.whom,
      isWide: true,
      cell: ({ email }) =>
        email === null ? (
          <span className="inline-flex items-center gap-2 text-soft">
            <Icon name="link" />
            {text.anybody}
          </span>
        ) : (
          <span className="inline-flex items-center gap-2 font-medium wrap-anywhere">
            <Icon name="mail" />
            {email}
          </span>
        ),
    },
    { key: 'role', title: text.columns.role, cell: ({ role }) => <Tag>{words.roles[role]}</Tag> },
    {
      key: 'by',
      title: text.columns.by,
      cell: ({ invitedBy }) => <span className="md:whitespace-nowrap">{invitedBy}</span>,
    },
    {
      key: 'created',
      title: text.columns.created,
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap">
          <Moment at={createdAt} show="distance" />
        </span>
      ),
    },
    {
      key: 'expires',
      title: text.columns.expires,
      cell: ({ expiresAt }) => (
        <span className="whitespace-nowrap">
          <Moment at={expiresAt} />
        </span>
      ),
    },
    {
      key: 'actions',
      title: text.columns.actions,
      isTitleHidden: true,
      align: 'right',
      cell: (invitation) => <InvitationActions invitation={invitation} revoke={revoke} renew={renew} />,
    },
  ];
}

interface InvitationActionsProps {
  readonly invitation: Invitation;
  readonly revoke: ReturnType<typeof useRevoke>;
  readonly renew: ReturnType<typeof useRenewal>;
}

function InvitationActions({ invitation, revoke, renew }: InvitationActionsProps) {
  const whom = invitation.email ?? text.anybody;
  return (
    <span className="flex justify-end">
      <Button
        variant="quiet"
        needsService
        busy={renew.isPending && renew.variables.invitationID === invitation.invitationID}
        aria-label={text.renewOf(whom)}
        onClick={() => renew.mutate(invitation)}
      >
        {text.renew}
      </Button>
      <Button
        variant="quiet"
        needsService
        busy={revoke.isPending && revoke.variables.invitationID === invitation.invitationID}
        aria-label={text.revokeOf(whom)}
        onClick={() => revoke.mutate(invitation)}
      >
        {text.revoke}
      </Button>
    </span>
  );
}
