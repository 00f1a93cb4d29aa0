import { ROLES } from '@overdue/domain/access/access.ts';
import type { Member } from '@overdue/sdk';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { rememberToast } from '../../app/toast-after-reload.ts';
import { accountQuery, useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { queryClient } from '../../data/query-client.ts';
import { isOnlyOwner, membersQuery } from '../../data/team/members.ts';
import { IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Select } from '../../ui/form/select.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import type { MenuEntry } from '../../ui/menu/menu-entry.ts';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { OfflineReason, useOffline } from '../../ui/window/offline.tsx';
import { MemberTokensDialog } from './member-tokens-dialog.tsx';
import { words } from './words.ts';

const { members: text } = words;

const NAME_COLUMN: Column<Member> = {
  key: 'name',
  title: words.members.columns.name,
  isWide: true,
  share: 'w-1/2',
  cell: (member) => <Person member={member} />,
};

const JOINED_COLUMN: Column<Member> = {
  key: 'joined',
  title: text.columns.joined,
  cell: ({ joinedAt }) => (
    <span className="whitespace-nowrap">
      <Moment at={joinedAt} />
    </span>
  ),
};

const LAST_ACTIVE_COLUMN: Column<Member> = {
  key: 'lastActive',
  title: text.columns.lastActive,
  cell: ({ lastActiveAt }) =>
    lastActiveAt === null ? (
      <span className="text-soft">{text.signedOut}</span>
    ) : (
      <span className="whitespace-nowrap">
        <Moment at={lastActiveAt} show="distance" />
      </span>
    ),
};

export function MembersTab() {
  const { data: members, error, refetch } = useQuery(membersQuery);
  const { data: account } = useSuspenseQuery(accountQuery);
  const [ending, setEnding] = useState<Ending>();
  const [tokensOf, setTokensOf] = useState<Member>();
  const ownRole = account.team?.role ?? 'viewer';
  const mayAdminister = useHasRole('admin');

  const isOffline = useOffline();
  const ownsAlone = isOnlyOwner(members ?? []);
  const columns: readonly Column<Member>[] = [
    NAME_COLUMN,
    {
      key: 'role',
      title: text.columns.role,
      cell: (member) => <MemberRole member={member} ownRole={ownRole} ownsAlone={ownsAlone} />,
    },
    JOINED_COLUMN,
    ...(mayAdminister ? [LAST_ACTIVE_COLUMN] : []),
    {
      key: 'actions',
      title: text.columns.actions,
      isTitleHidden: true,
      align: 'right',
      cell: (member) => {
        const entries = [
          ...tokenEntries(member, ownRole, setTokensOf),
          ...actionsFor(member, { ownRole, ownsAlone }, setEnding),
        ];
        if (entries.length === 0) return null;
        return (
          <Menu
            trigger={
              <IconButton label={text.actionsFor(member.name)}>
                <Icon name="more" />
              </IconButton>
            }
            entries={entries}
          />
        );
      },
    },
  ];
  return (
    <Panel flush>
      {isOffline ? (
        <div className="border-b border-line px-4 py-2">
          <OfflineReason />
        </div>
      ) : null}
      {members !== undefined ? (
        <Table label={text.label} columns={columns} rows={members} rowKey={({ memberID }) => memberID} />
      ) : error === null ? (
        <TableSkeleton bare />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {tokensOf === undefined ? null : (
        <MemberTokensDialog member={tokensOf} onClose={() => setTokensOf(undefined)} />
      )}
      {ownsAlone ? (
        <p className="border-t border-line px-4 py-3 text-table text-soft">
          {members?.length === 1 ? text.onlyMember : text.onlyOwner}{' '}
          <Link to="/team" search={{ tab: 'settings' }} hash="delete" className="link">
            {words.deletion.action}
          </Link>
        </p>
      ) : null}
      <EndMembership ending={ending} onClose={() => setEnding(undefined)} />
    </Panel>
  );
}

/** Returns the menu entry for a member's tokens. Owners get it for every member, admins only for members who aren't owners. */
function tokenEntries(
  member: Member,
  ownRole: Member['role'],
  open: (member: Member) => void,
): readonly MenuEntry[] {
  const isAllowed = ownRole === 'owner' || (ownRole === 'admin' && member.role !== 'owner');
  if (!isAllowed) return [];
  return [{ kind: 'action', label: words.tokens.action, icon: 'key', onSelect: () => open(member) }];
}

/** Returns the actions for a member. Omits actions that the server would refuse. */
function actionsFor(
  member: Member,
  { ownRole, ownsAlone }: { readonly ownRole: Member['role']; readonly ownsAlone: boolean },
  end: (ending: Ending) => void,
): readonly MenuEntry[] {
  if (member.isYou) {
    if (ownsAlone) return [];
    return [
      {
        kind: 'action',
        label: text.leave,
        icon: 'signout',
        danger: true,
        onSelect: () => end({ kind: 'leave', member }),
      },
    ];
  }
  const isOwner = ownRole === 'owner';
  const mayRemove = isOwner || (ownRole === 'admin' && member.role !== 'owner');
  return [
    ...(isOwner && member.role !== 'owner'
      ? [
          {
            kind: 'action' as const,
            label: text.transfer,
            icon: 'swap' as const,
            onSelect: () => end({ kind: 'transfer', member }),
          },
        ]
      : []),
    ...(mayRemove
      ? [
          {
            kind: 'action' as const,
            label: text.remove,
            icon: 'trash' as const,
            danger: true,
            onSelect: () => end({ kind: 'remove', member }),
          },
        ]
      : []),
  ];
}

function Person({ member: { name, email, isYou, hasTwoFactor } }: { readonly member: Member }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-wash text-xs font-semibold uppercase text-accent"
      >
        {(name || email).slice(0, 1)}
      </span>
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {name || email}
          {isYou ? <span className="pl-2 font-normal text-soft">{text.you}</span> : null}
        </span>
        <span className="block text-soft wrap-anywhere">{email}</span>
        {hasTwoFactor === false ? (
          <span className="block pt-1 max-md:pb-2">
            <Tag variant="warning">{text.noTwoFactor}</Tag>
            {isYou ? (
              <Link to="/account" hash="two-factor" className="pl-2 link">
                {text.turnOnTwoFactor}
              </Link>
            ) : null}
          </span>
        ) : null}
      </span>
    </span>
  );
}

interface Ending {
  readonly kind: 'remove' | 'leave' | 'transfer';
  readonly member: Member;
}

/** Asks for confirmation before a member is removed or leaves, or ownership is transferred: only other people can undo this. */
function EndMembership({
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

type Role = Member['role'];

/**
 * Changes another member's role immediately, with Undo. Asks for confirmation before a change of one's own role, and before
 * another member becomes an owner, who could prevent the Undo.
 */
function MemberRole({
  member,
  ownRole,
  ownsAlone,
}: {
  readonly member: Member;
  readonly ownRole: Role;
  /** Whether the user is the only owner, and so can't give up this role. */
  readonly ownsAlone: boolean;
}) {
  const [newRole, setNewRole] = useState<Role>();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (role: Role) =>
      saveMerged({
        base: member,
        edit: { role },
        send: (edit, options) => api.members.changeRole(member.memberID, edit.role ?? member.role, options),
      }),
    onSuccess(changed) {
      const before = member.role;
      if (member.isYou) return;
      toast({
        title: text.roleChanged(member.name, words.roles[changed.role]),
        undo: () => change.mutate(before),
      });
    },
    onError: (error) => toast({ kind: 'problem', title: messageOf(error) }),
    async onSettled() {
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      if (member.isYou) await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  const isOffline = useOffline();
  const isOwner = ownRole === 'owner';
  const isFixed = member.isYou && ownsAlone;
  if (isFixed || (!isOwner && !(ownRole === 'admin' && member.role !== 'owner')))
    return <Tag>{words.roles[member.role]}</Tag>;
  const question = member.isYou
    ? {
        title: text.demoteTitle(words.roles[newRole ?? member.role]),
        detail: text.demoteText,
        action: text.demoteAction,
      }
    : {
        title: text.ownerTitle(member.name || member.email),
        detail: text.ownerText,
        action: text.ownerAction,
      };
  const roles = isOwner ? ROLES : ROLES.filter((role) => role !== 'owner');
  return (
    <>
      <Select
        label={text.roleOf(member.name)}
        className="w-32!"
        value={change.isPending ? change.variables : member.role}
        disabled={change.isPending || isOffline}
        onChange={(role) => (member.isYou || role === 'owner' ? setNewRole(role) : change.mutate(role))}
        options={roles.map((value) => ({ value, label: words.roles[value] }))}
      />
      <Confirm
        open={newRole !== undefined && newRole !== member.role}
        title={question.title}
        action={question.action}
        onClose={() => setNewRole(undefined)}
        onConfirm={async () => {
          if (newRole !== undefined) await change.mutateAsync(newRole).catch(() => undefined);
        }}
      >
        {question.detail}
      </Confirm>
    </>
  );
}
