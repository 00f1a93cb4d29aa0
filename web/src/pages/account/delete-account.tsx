import type { Account } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { leave } from '../../app/sign-out.ts';
import { rememberToast } from '../../app/toast-after-reload.ts';
import { api } from '../../data/client.ts';
import { isOnlyOwner, membersQuery } from '../../data/team/members.ts';
import { Button } from '../../ui/button.tsx';
import { TypedConfirm } from '../../ui/dialog/typed-confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Section } from '../../ui/section.tsx';
import { words } from './words.ts';

const { deletion: text } = words;

export function DeleteAccount({ account }: { readonly account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const { data: members = [] } = useQuery({
    ...membersQuery,
    enabled: account.team !== null && !account.needsTwoFactor,
  });
  return (
    <Section title={text.title} intro={text.intro}>
      {isOnlyOwner(members) ? (
        <p>
          {text.onlyOwner(account.team?.name ?? '')}{' '}
          <Link to="/team" className="link">
            {text.toTeam}
          </Link>
        </p>
      ) : (
        <Button variant="danger" needsService onClick={() => setOpen(true)}>
          {text.title}
        </Button>
      )}
      {isOpen ? <DeleteAccountDialog account={account} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}

interface DeleteAccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

function DeleteAccountDialog({ account, onClose }: DeleteAccountDialogProps) {
  const deletion = useMutation({
    mutationFn: () =>
      leave(async () => {
        await api.accounts.delete(account.email);
        rememberToast(text.done);
      }),
  });
  return (
    <TypedConfirm
      title={text.question}
      description={account.teams.length === 0 ? text.consequence : `${text.leavesTeams} ${text.consequence}`}
      action={text.action}
      name={account.email}
      busy={deletion.isPending || deletion.isSuccess}
      problem={deletion.error === null ? undefined : messageOf(deletion.error)}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    />
  );
}
