import type { Member } from '@overdue/sdk';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accountQuery, useHasRole } from '../../data/account/account.ts';
import { isOnlyOwner, membersQuery } from '../../data/team/members.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import type { MenuEntry } from '../../ui/menu/menu-entry.ts';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { OfflineReason, useOffline } from '../../ui/window/offline.tsx';
import { type Ending, EndMembership } from './end-membership.tsx';
import { MemberRole } from './member-role.tsx';
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
