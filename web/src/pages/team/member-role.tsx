import type { Member } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { queryClient } from '../../data/query-client.ts';
import { membersQuery } from '../../data/team/members.ts';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Select } from '../../ui/form/select.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useOffline } from '../../ui/window/offline.tsx';
import { words } from './words.ts';

const { members: text } = words;
type Role = Member['role'];
const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];

/**
 * Changes another member's role immediately, with Undo. Asks for confirmation before a change of one's own role, and before
 * another member becomes an owner, who could prevent the Undo.
 */
export function MemberRole({
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
