import { EMAIL_LENGTH_MAX } from '@overdue/domain/access/email-address.ts';
import type { Invitation } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setupQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { invitationsQuery } from '../../data/team/members.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { CreatedInvitationDialog } from './created-invitation-dialog.tsx';
import { words } from './words.ts';

const { invite: text } = words;
type InvitedRole = Invitation['role'];
const ROLES: readonly InvitedRole[] = ['admin', 'member', 'viewer'];
const DAYS = ['1', '7', '30'] as const;
const EMPTY = { email: '', role: 'member' as InvitedRole, days: '7' as (typeof DAYS)[number] };

/** Dialog that invites a person. The link is shown only once. */
export function InviteDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { data: setup } = useQuery(setupQuery);
  const [input, setInput] = useState(EMPTY);
  const set = (change: Partial<typeof EMPTY>) => setInput({ ...input, ...change });
  const create = useMutation({
    mutationFn: () =>
      api.invitations.create({
        email: input.email.trim() === '' ? null : input.email.trim(),
        role: input.role,
        expiresInDays: Number(input.days),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  const problems = problemsOf(create.error, ['email', 'role']);
  function again(): void {
    create.reset();
    setInput({ ...input, email: '' });
  }
  function close(): void {
    onClose();
    again();
  }
  const { data: created } = create;
  if (created !== undefined) {
    return <CreatedInvitationDialog open={open} created={created} onAgain={again} onClose={close} />;
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={text.title}
      action={text.submit}
      busy={create.isPending}
      problem={problems.general}
      onSubmit={() => create.mutate()}
    >
      <Field
        label={text.email}
        hint={setup?.mail === true ? text.emailHintMail : text.emailHint}
        problem={problems.of('email')}
      >
        <TextInput
          autoFocus
          type="email"
          autoComplete="off"
          maxLength={EMAIL_LENGTH_MAX}
          value={input.email}
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text.role} hint={words.roleHints[input.role]} problem={problems.of('role')}>
          <Select
            value={input.role}
            onChange={(role) => set({ role })}
            options={ROLES.map((value) => ({ value, label: words.roles[value] }))}
          />
        </Field>
        <Field label={text.expires}>
          <Select
            value={input.days}
            onChange={(days) => set({ days })}
            options={DAYS.map((value) => ({ value, label: text.days(Number(value)) }))}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
